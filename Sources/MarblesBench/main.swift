func show(_ number: Double) -> String {
  let tenths = Int((number * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}
let wanted = CommandLine.arguments.dropFirst()
for workload in [
  Limits.jobs, Limits.deliveries, SchedulerWorkloads.randomTimes, SchedulerWorkloads.steady,
] where wanted.isEmpty || wanted.contains(workload.name) {
  print(
    workload.name, show(nanosecondsPerEvent(workload, size: workload.size)), "ns a", workload.unit)
}

/// Measures the workloads, or the named ones, and the lower limits of this machine.
///
///     swift run -c release MarblesBench [W2 W4 memory …] [--growth] [--no-limits]
///     swift run -c release MarblesBench operators [map zip …] [--json FILE] [--compare FILE]
import Foundation

if CommandLine.arguments.dropFirst().first == "operators" {
  guard let benchmark = OperatorBenchmark(Array(CommandLine.arguments.dropFirst(2))) else {
    print("usage: MarblesBench operators [NAME …] [--json FILE] [--compare FILE]")
    exit(2)
  }
  try benchmark.run()
  exit(0)
}

let arguments = CommandLine.arguments.dropFirst()
let wanted = arguments.filter { !$0.hasPrefix("-") }
let showsGrowth = arguments.contains("--growth")
/// Runs a workload alone and once, for a profiler.
let skipsLimits = arguments.contains("--no-limits")

func isWanted(_ workload: Workload) -> Bool {
  wanted.isEmpty || wanted.contains(workload.name)
}

/// Measured first.
let bytesPerEvent =
  wanted.isEmpty || wanted.contains("memory") ? RecordingWorkloads.bytesPerEvent() : nil

let workloads: [(workload: Workload, limit: String?)] = [
  (SchedulerWorkloads.randomTimes, "L1"), (SchedulerWorkloads.steady, nil),
  (StreamWorkloads.recordedShare, "L2"), (StreamWorkloads.recordedReplay, "L2"),
  (StreamWorkloads.chain, nil), (StreamWorkloads.demand, nil), (StreamWorkloads.relay, nil),
  (RecordingWorkloads.picture, nil), (ScriptWorkloads.check, nil),
]
let limits = [Limits.jobs, Limits.deliveries].filter { limit in
  !skipsLimits && workloads.contains { $0.limit == limit.name && isWanted($0.workload) }
}.map { ($0.name, nanosecondsPerEvent($0, size: $0.size, runs: 9)) }
var table = Table()
for (name, cost) in limits { table.add(name, cost: cost) }

for (workload, limit) in workloads where isWanted(workload) {
  let cost = nanosecondsPerEvent(
    workload, size: workload.size, runs: skipsLimits ? 1 : 9)
  let ratio = limit.flatMap { name in limits.first { $0.0 == name } }.map { cost / $0.1 }
  let growth =
    showsGrowth
    ? [workload.size / 10, workload.size * 10].map {
      nanosecondsPerEvent(workload, size: $0, runs: 3)
    } : []
  table.add(
    "\(workload.name), a \(workload.unit)", cost: cost, limit: limit, ratio: ratio, growth: growth)
}
if let bytesPerEvent { table.add("memory, bytes an event", cost: bytesPerEvent) }
print(table.text)

extension RecorderState {
  /// The starts and ends of the deliveries of a stage that do not overlap another one. They are removed
  /// from the recording.
  func uninterruptedDeliveries() -> Set<Int32> {
    struct Running {
      let start: Int32
      var isInterrupted: Bool
    }
    var running: [Int32: [Running]] = [:]
    var removed: Set<Int32> = []
    for (index, entry) in events.enumerated() {
      switch entry.kind {
      case .delivering:
        let others = running[entry.place] ?? []
        running[entry.place] =
          others.map { Running(start: $0.start, isInterrupted: true) }
          + [Running(start: Int32(index), isInterrupted: !others.isEmpty)]
      case .delivered:
        guard let position = running[entry.place]?.lastIndex(where: { $0.start == entry.payload }),
          let delivery = running[entry.place]?.remove(at: position), !delivery.isInterrupted
        else { continue }
        removed.formUnion([delivery.start, Int32(index)])
      default: continue
      }
    }
    for delivery in running.values.joined() where !delivery.isInterrupted {
      removed.insert(delivery.start)
    }
    return removed
  }
}

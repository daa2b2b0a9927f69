#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the recorders are doing on one thread: each the event that it delivers, and the lane that
/// it subscribes.
///
/// All recorders share one thread-local slot, because a process has few of them. A recorder has an
/// entry only while something goes on; usually there is one entry at most.
struct ThreadTable {
  private struct Entry {
    let owner: UInt
    var event: Int32
    var lane: Int32
  }

  private var entries: UnsafeMutablePointer<Entry>
  private var count: Int
  private var capacity: Int

  /// The event that `owner` delivers on this thread, or -1.
  static func event(of owner: UInt) -> Int32 {
    guard let table = current else { return -1 }
    return table.pointee.index(of: owner).map { table.pointee.entries[$0].event } ?? -1
  }

  /// The lane that `owner` subscribes on this thread, or -1.
  static func lane(of owner: UInt) -> Int32 {
    guard let table = current else { return -1 }
    return table.pointee.index(of: owner).map { table.pointee.entries[$0].lane } ?? -1
  }

  /// Sets the event, and gives the one before.
  static func exchange(event: Int32, of owner: UInt) -> Int32 {
    guard let table = current ?? makeTable() else { return -1 }
    return table.pointee.change(owner) { entry in
      defer { entry.event = event }
      return entry.event
    }
  }

  /// Sets the lane, and gives the one before.
  static func exchange(lane: Int32, of owner: UInt) -> Int32 {
    guard let table = current ?? makeTable() else { return -1 }
    return table.pointee.change(owner) { entry in
      defer { entry.lane = lane }
      return entry.lane
    }
  }

  private func index(of owner: UInt) -> Int? {
    for index in 0..<count where entries[index].owner == owner { return index }
    return nil
  }

  @inline(__always)
  private mutating func change(_ owner: UInt, _ change: (inout Entry) -> Int32) -> Int32 {
    let index = index(of: owner) ?? append(owner)
    let old = change(&entries[index])
    if entries[index].event < 0, entries[index].lane < 0 {
      count -= 1
      entries[index] = entries[count]
    }
    return old
  }

  private mutating func append(_ owner: UInt) -> Int {
    if count == capacity {
      let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
      larger.moveInitialize(from: entries, count: count)
      entries.deallocate()
      entries = larger
      capacity *= 2
    }
    (entries + count).initialize(to: Entry(owner: owner, event: -1, lane: -1))
    count += 1
    return count - 1
  }

  // MARK: One table a thread

  /// `nil` if the process has no slot left: then causes are lost, and nothing else.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    #if canImport(Darwin)
      let status = pthread_key_create(&key) { ThreadTable.free($0) }
    #else
      let status = pthread_key_create(&key) { pointer in
        if let pointer { ThreadTable.free(pointer) }
      }
    #endif
    return status == 0 ? key : nil
  }()

  private static var current: UnsafeMutablePointer<ThreadTable>? {
    guard let key else { return nil }
    return pthread_getspecific(key)?.assumingMemoryBound(to: ThreadTable.self)
  }

  private static func makeTable() -> UnsafeMutablePointer<ThreadTable>? {
    guard let key else { return nil }
    let capacity = 4
    let table = UnsafeMutablePointer<ThreadTable>.allocate(capacity: 1)
    table.initialize(
      to: ThreadTable(
        entries: .allocate(capacity: capacity), count: 0, capacity: capacity))
    _ = pthread_setspecific(key, table)
    return table
  }

  private static func free(_ pointer: UnsafeMutableRawPointer) {
    let table = pointer.assumingMemoryBound(to: ThreadTable.self)
    table.pointee.entries.deallocate()
    table.deallocate()
  }
}

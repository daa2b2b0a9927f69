#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The current event of each recorder on one thread, and the lane that it is subscribing.
///
/// All recorders share one thread-local slot, because a process has few of them. A recorder has an
/// entry only during an event or a subscription; the first entry is stored in the table itself,
/// because usually there is at most one.
@usableFromInline
struct ThreadTable {
  @usableFromInline
  struct Entry {
    /// The recorder; 0 if the entry is free.
    @usableFromInline var owner: UInt = 0
    @usableFromInline var event: Int32 = -1
    @usableFromInline var lane: Int32 = -1

    @inlinable init() {}
    @inlinable var isIdle: Bool { event < 0 && lane < 0 }
  }

  @usableFromInline var first = Entry()
  private var others: [Entry] = [] {
    didSet { hasOthers = !others.isEmpty }
  }
  @usableFromInline var hasOthers = false

  /// The current event of `owner` on this thread, or -1.
  @inlinable @inline(__always)
  func event(of owner: UInt) -> Int32 { first.owner == owner ? first.event : otherEvent(of: owner) }

  @usableFromInline
  func otherEvent(of owner: UInt) -> Int32 { others.first { $0.owner == owner }?.event ?? -1 }

  /// The lane that `owner` is subscribing on this thread, or -1.
  func lane(of owner: UInt) -> Int32 {
    if first.owner == owner { return first.lane }
    return others.first { $0.owner == owner }?.lane ?? -1
  }

  /// Sets the event and returns the previous one.
  @inlinable @inline(__always) @discardableResult
  mutating func exchange(event: Int32, of owner: UInt) -> Int32 {
    if first.owner == 0, !hasOthers { first.owner = owner }
    guard first.owner == owner else { return exchangeOther(event: event, of: owner) }
    let old = first.event
    first.event = event
    if first.isIdle { first.owner = 0 }
    return old
  }

  @usableFromInline
  mutating func exchangeOther(event: Int32, of owner: UInt) -> Int32 {
    change(owner) { entry in
      defer { entry.event = event }
      return entry.event
    }
  }

  /// Sets the lane and returns the previous one.
  mutating func exchange(lane: Int32, of owner: UInt) -> Int32 {
    change(owner) { entry in
      defer { entry.lane = lane }
      return entry.lane
    }
  }

  private mutating func change(_ owner: UInt, _ change: (inout Entry) -> Int32) -> Int32 {
    if let index = others.firstIndex(where: { $0.owner == owner }) {
      let old = change(&others[index])
      if others[index].isIdle { others.remove(at: index) }
      return old
    }
    if first.owner == 0 || first.owner == owner {
      first.owner = owner
      let old = change(&first)
      if first.isIdle { first.owner = 0 }
      return old
    }
    var new = Entry()
    new.owner = owner
    let old = change(&new)
    if !new.isIdle { others.append(new) }
    return old
  }

  // MARK: One table per thread

  /// `nil` if the process has no slot left: then events have no causes.
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

  /// The table of this thread, which has a fixed address until the thread ends.
  @usableFromInline
  static var current: UnsafeMutablePointer<ThreadTable>? {
    guard let key else { return nil }
    guard let known = pthread_getspecific(key) else { return make(key) }
    return known.assumingMemoryBound(to: ThreadTable.self)
  }

  private static func make(_ key: pthread_key_t) -> UnsafeMutablePointer<ThreadTable>? {
    let table = UnsafeMutablePointer<ThreadTable>.allocate(capacity: 1)
    table.initialize(to: ThreadTable())
    _ = pthread_setspecific(key, table)
    return table
  }

  private static func free(_ pointer: UnsafeMutableRawPointer) {
    let table = pointer.assumingMemoryBound(to: ThreadTable.self)
    table.deinitialize(count: 1)
    table.deallocate()
  }
}

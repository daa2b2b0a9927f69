import Marbles

/// The members of a subject or relay, in the order in which they are served.
///
/// This is a value: an owner copies it under its lock and serves the copy outside, so that members
/// can be added and removed meanwhile. A copy costs O(1); the first change after it O(n).
@usableFromInline
package struct SubscriberList<Member> {
  /// The place of a new member.
  @usableFromInline package enum Order: Sendable {
    /// After all others.
    case subscription
    /// At the front if the first place has become free, otherwise after all others, like in
    /// RxSwift.
    case slots
  }

  @usableFromInline package typealias Key = UInt64

  /// In the order in which they are served.
  @usableFromInline package private(set) var members: ContiguousArray<Member> = []
  private var keys: ContiguousArray<Key> = []
  private var nextKey: Key = 0
  private let order: Order
  /// Whether the first place is free, in the order of slots.
  private var firstIsFree = true

  package init(order: Order = .subscription) { self.order = order }

  package var isEmpty: Bool { members.isEmpty }
  package var count: Int { members.count }

  /// Adds a member. O(1) unless a copy is being served or a free first place is taken.
  package mutating func insert(_ member: Member) -> Key {
    let key = nextKey
    nextKey += 1
    if order == .slots, firstIsFree {
      firstIsFree = false
      members.insert(member, at: 0)
      keys.insert(key, at: 0)
    } else {
      members.append(member)
      keys.append(key)
    }
    return key
  }

  /// Removes a member, if it is still there. O(n).
  @discardableResult
  package mutating func remove(_ key: Key) -> Member? {
    guard let index = index(of: key) else { return nil }
    if order == .slots, index == 0, !firstIsFree { firstIsFree = true }
    keys.remove(at: index)
    return members.remove(at: index)
  }

  /// Puts another member into a place, if it is still taken. O(n).
  package mutating func replace(_ key: Key, with member: Member) {
    if let index = index(of: key) { members[index] = member }
  }

  package mutating func removeAll() -> ContiguousArray<Member> {
    defer {
      members = []
      keys = []
      firstIsFree = true
    }
    return members
  }

  private func index(of key: Key) -> Int? {
    guard order == .subscription else { return keys.firstIndex(of: key) }
    let index = keys.partitioningIndex { $0 >= key }
    return index < keys.count && keys[index] == key ? index : nil
  }
}

extension ContiguousArray where Element: AnyObject {
  /// Calls `body` with each element, without retaining it: the array does.
  @inlinable @inline(__always)
  package func forEachKept(_ body: (Element) -> Void) {
    var index = 0
    while index < count {
      Unmanaged.passUnretained(self[index])._withUnsafeGuaranteedRef(body)
      index += 1
    }
    withExtendedLifetime(self) {}
  }
}

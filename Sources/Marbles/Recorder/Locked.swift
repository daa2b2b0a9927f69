#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if canImport(Darwin)
  @usableFromInline package typealias MutexPrimitive = os_unfair_lock
#else
  @usableFromInline package typealias MutexPrimitive = pthread_mutex_t
#endif

/// State that is guarded by a mutex: the only lock of the package. Copies share the state.
///
/// The lock is not held while foreign code is called, nor while the last reference to an object of
/// the user is released. It is a pthread mutex on Linux, which the thread sanitizer supports and
/// which costs a few nanoseconds, and an unfair lock on Darwin.
///
/// Inlinable, because each delivery of a subject acquires it: unspecialized it cost ten times as
/// much.
@usableFromInline
package struct Locked<State>: @unchecked Sendable {
  @usableFromInline let storage: ManagedBuffer<State, MutexPrimitive>

  @inlinable
  package init(_ state: State) { storage = ManagedBuffer.locked(state) }

  @inlinable @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withLock(body)
  }

  /// Releases the values that `body` removes from the state after the lock is released: they can
  /// belong to the user, and their `deinit` can call back.
  @inlinable @inline(__always)
  package func withLockReleasing<Old>(_ body: (inout State) -> Old) {
    let old = withLock(body)
    withExtendedLifetime(old) {}
  }

  /// Like ``withLock(_:)``; releases the previous state like ``withLockReleasing(_:)``.
  @inlinable
  package func withLockThenDrop<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, old) = storage.withLock { state -> (Result, State) in
      let old = state
      return (body(&state), old)
    }
    return withExtendedLifetime(old) { result }
  }
}

/// State and mutex in one allocation, without further checks at accesses.
///
/// A class with many short-lived instances inherits from `ManagedBuffer` and so contains its lock.
/// It is created by `locked(_:)`.
extension ManagedBuffer where Element == MutexPrimitive {
  /// Creates the state and a mutex that is not locked.
  ///
  /// On each platform such a mutex consists of zeros (`PTHREAD_MUTEX_INITIALIZER`,
  /// `OS_UNFAIR_LOCK_INIT`) and owns nothing, so it needs no call to create or destroy it.
  @inlinable
  package static func locked(
    _ state: @autoclosure () -> Header, capacity: Int = 1
  ) -> ManagedBuffer<Header, MutexPrimitive> {
    create(minimumCapacity: capacity) { object in
      object.withUnsafeMutablePointerToElements { $0.initialize(to: MutexPrimitive()) }
      return state()
    }
  }

  @inlinable @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout Header) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeMutablePointers { (state, primitive) throws(Failure) -> Result in
      #if canImport(Darwin)
        os_unfair_lock_lock(primitive)
        defer { os_unfair_lock_unlock(primitive) }
      #else
        pthread_mutex_lock(primitive)
        defer { pthread_mutex_unlock(primitive) }
      #endif
      return try body(&state.pointee)
    }
  }
}

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

/// State behind a mutex: the one lock of the product. Copies share the state.
///
/// The lock is never held while calling out, nor while the last reference to something of the
/// user's is dropped. A pthread mutex, because the thread sanitizer
/// understands it on Linux and it costs a few nanoseconds; an unfair lock on Darwin.
///
/// Inlinable, because it stands in every delivery of a subject: unspecialised it cost ten times as
/// much.
@usableFromInline
package struct Locked<State>: @unchecked Sendable {
  @usableFromInline
  final class Storage: ManagedBuffer<State, MutexPrimitive> {
    deinit { destroyLock() }
  }

  @usableFromInline let storage: ManagedBuffer<State, MutexPrimitive>

  @inlinable
  package init(_ state: State) { storage = Storage.locked(state) }

  @inlinable @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withLock(body)
  }

  /// Lets go of what `body` takes out of the state: after the lock has been left, because it may be
  /// the user's, and its `deinit` may call back.
  @inlinable @inline(__always)
  package func letGo<Old>(_ body: (inout State) -> Old) {
    let old = withLock(body)
    withExtendedLifetime(old) {}
  }

  /// As ``withLock(_:)``; what `body` overwrites is let go of as by ``letGo(_:)``.
  @inlinable
  package func withLockThenDrop<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, old) = storage.withLock { state -> (Result, State) in
      let old = state
      return (body(&state), old)
    }
    return withExtendedLifetime(old) { result }
  }
}

/// State and mutex in one allocation, whose accesses need no further check.
///
/// A class that lives shortly and often inherits from this and so is its own lock; it is made by
/// `locked(_:)` and destroys the lock when it goes.
extension ManagedBuffer where Element == MutexPrimitive {
  @inlinable
  package static func locked(
    _ state: @autoclosure () -> Header, capacity: Int = 1
  ) -> ManagedBuffer<Header, MutexPrimitive> {
    create(minimumCapacity: capacity) { object in
      object.withUnsafeMutablePointerToElements { primitive in
        #if canImport(Darwin)
          primitive.initialize(to: os_unfair_lock())
        #else
          primitive.initialize(to: pthread_mutex_t())
          pthread_mutex_init(primitive, nil)
        #endif
      }
      return state()
    }
  }

  @inlinable
  package func destroyLock() {
    withUnsafeMutablePointerToElements { primitive in
      #if !canImport(Darwin)
        pthread_mutex_destroy(primitive)
      #endif
      primitive.deinitialize(count: 1)
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

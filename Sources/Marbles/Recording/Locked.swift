#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// State behind a mutex: the one lock of the product.
///
/// The lock is never held while calling out. A pthread mutex, because the thread sanitizer
/// understands it on Linux and it costs a few nanoseconds; an unfair lock on Darwin.
///
/// Inlinable, because it stands in every delivery of a subject: unspecialised it cost ten times as
/// much.
@usableFromInline
package final class Locked<State>: @unchecked Sendable {
  #if canImport(Darwin)
    @usableFromInline typealias Primitive = os_unfair_lock
  #else
    @usableFromInline typealias Primitive = pthread_mutex_t
  #endif

  @usableFromInline let primitive: UnsafeMutablePointer<Primitive>
  /// The lock keeps accesses apart; checking that again would cost as much as the lock.
  @usableFromInline @exclusivity(unchecked) var state: State

  @inlinable
  package init(_ state: State) {
    self.state = state
    primitive = .allocate(capacity: 1)
    #if canImport(Darwin)
      primitive.initialize(to: os_unfair_lock())
    #else
      primitive.initialize(to: pthread_mutex_t())
      pthread_mutex_init(primitive, nil)
    #endif
  }

  @inlinable
  deinit {
    #if !canImport(Darwin)
      pthread_mutex_destroy(primitive)
    #endif
    primitive.deinitialize(count: 1)
    primitive.deallocate()
  }

  @inlinable @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if canImport(Darwin)
      os_unfair_lock_lock(primitive)
      defer { os_unfair_lock_unlock(primitive) }
    #else
      pthread_mutex_lock(primitive)
      defer { pthread_mutex_unlock(primitive) }
    #endif
    return try body(&state)
  }
}

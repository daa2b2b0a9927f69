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
/// The lock is never held while calling out. A pthread mutex, because the thread sanitizer
/// understands it on Linux and it costs a few nanoseconds; an unfair lock on Darwin.
///
/// Inlinable, because it stands in every delivery of a subject: unspecialised it cost ten times as
/// much. State and mutex are one allocation, and accesses need no further check.
@usableFromInline
package struct Locked<State>: @unchecked Sendable {
  @usableFromInline
  final class Storage: ManagedBuffer<State, MutexPrimitive> {
    deinit {
      withUnsafeMutablePointerToElements { primitive in
        #if !canImport(Darwin)
          pthread_mutex_destroy(primitive)
        #endif
        primitive.deinitialize(count: 1)
      }
    }
  }

  @usableFromInline let storage: ManagedBuffer<State, MutexPrimitive>

  @inlinable
  package init(_ state: State) {
    storage = Storage.create(minimumCapacity: 1) { storage in
      storage.withUnsafeMutablePointerToElements { primitive in
        #if canImport(Darwin)
          primitive.initialize(to: os_unfair_lock())
        #else
          primitive.initialize(to: pthread_mutex_t())
          pthread_mutex_init(primitive, nil)
        #endif
      }
      return state
    }
  }

  @inlinable @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeMutablePointers { (state, primitive) throws(Failure) -> Result in
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

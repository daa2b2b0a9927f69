#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A number that each thread has for itself, `-1` until it is set.
@usableFromInline
final class ThreadSlot: Sendable {
  @usableFromInline let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    // Without a key every thread reads -1: causes are lost, nothing else.
    _ = pthread_key_create(&key, nil)
    self.key = key
  }

  deinit { pthread_key_delete(key) }

  @inlinable @inline(__always)
  var value: Int32 {
    get { Int32(truncatingIfNeeded: Int(bitPattern: pthread_getspecific(key))) - 1 }
    set { _ = pthread_setspecific(key, UnsafeRawPointer(bitPattern: Int(newValue) + 1)) }
  }
}

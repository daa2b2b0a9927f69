#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A variable with one value per thread, which is set while a closure runs.
final class ThreadObject<Object: AnyObject>: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    _ = pthread_key_create(&key, nil)
    self.key = key
  }

  deinit { pthread_key_delete(key) }

  var value: Object? {
    pthread_getspecific(key).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Calls `body` with `object` as the value of the current thread.
  func with<Result>(_ object: Object, _ body: () throws -> Result) rethrows -> Result {
    try withExtendedLifetime(object) {
      let outer = pthread_getspecific(key)
      pthread_setspecific(key, Unmanaged.passUnretained(object).toOpaque())
      defer { pthread_setspecific(key, outer) }
      return try body()
    }
  }
}

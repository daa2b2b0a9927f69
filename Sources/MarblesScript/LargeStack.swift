#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Marbles

/// Runs work on a thread of its own whose stack is deep enough for everything that the limits of
/// the language allow: nested expressions, and deliveries that send again.
enum LargeStack {
  /// The largest size that is requested; it is halved while memory is short.
  private static let sizes = [512 << 20, 256 << 20, 128 << 20, 64 << 20]

  /// Waits for the work and returns its result. If no such thread can be had, works here.
  static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result {
    let result = Locked<Result?>(nil)
    let hasRun = sizes.contains { bytes in
      bytes <= largestSize
        && runOnThread(ofSize: bytes) {
          let value = work()
          result.withLock { $0 = value }
        }
    }
    guard hasRun, let value = result.withLock({ $0 }) else { return work() }
    return value
  }

  /// A quarter of the memory that the process may use (`ulimit -v`): the rest is for the heap.
  private static var largestSize: Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_AS.rawValue)
    #else
      let kind = RLIMIT_AS
    #endif
    guard getrlimit(kind, &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_cur / 4)
  }

  private static func runOnThread(ofSize bytes: Int, _ work: @escaping @Sendable () -> Void)
    -> Bool
  {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    guard pthread_attr_setstacksize(&attributes, bytes) == 0 else { return false }
    let job = Unmanaged.passRetained(StackJob(work)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    guard pthread_create(&thread, &attributes, runStackJob, job) == 0 else {
      Unmanaged<StackJob>.fromOpaque(job).release()
      return false
    }
    #if canImport(Darwin)
      if let thread { pthread_join(thread, nil) }
    #else
      pthread_join(thread, nil)
    #endif
    return true
  }
}

private final class StackJob: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
  private func runStackJob(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<StackJob>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
#else
  private func runStackJob(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<StackJob>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
#endif

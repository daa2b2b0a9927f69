#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tells one thread from another, as long as both run.
package struct ThreadIdentity: Equatable {
  private let thread: pthread_t

  package static var current: ThreadIdentity { ThreadIdentity(thread: pthread_self()) }

  package static func == (a: Self, b: Self) -> Bool { pthread_equal(a.thread, b.thread) != 0 }
}

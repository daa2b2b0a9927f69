#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The identity of a thread while it runs.
@usableFromInline
package struct ThreadIdentity: Equatable {
  @usableFromInline let thread: pthread_t

  @inlinable package static var current: ThreadIdentity { ThreadIdentity(thread: pthread_self()) }

  @inlinable init(thread: pthread_t) { self.thread = thread }
}

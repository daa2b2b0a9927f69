#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif
import Marbles

/// Counts the objects that the Swift runtime allocates.
///
/// The runtime calls a function through a pointer for each object, after it was notified that the
/// pointer has changed. A program that links the runtime statically does not export the pointer;
/// then nothing is counted.
enum AllocationCounter {
  private typealias Allocate =
    @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

  private struct Runtime: Sendable {
    let function: UInt
    let isChanged: UInt
    let original: Allocate
  }

  private static let count = Locked(0)

  private static let runtime: Runtime? = {
    guard let library = dlopen(nil, RTLD_NOW),
      let function = dlsym(library, "_swift_allocObject"),
      let isChanged = dlsym(
        library, "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly"),
      let original = function.assumingMemoryBound(to: Allocate?.self).pointee
    else { return nil }
    return Runtime(
      function: UInt(bitPattern: function), isChanged: UInt(bitPattern: isChanged),
      original: original)
  }()

  /// The number of objects that the work allocates; `nil` if they cannot be counted.
  static func count(during work: () -> Void) -> Int? {
    guard let runtime,
      let function = UnsafeMutablePointer<Allocate?>(bitPattern: runtime.function),
      let isChanged = UnsafeMutablePointer<Bool>(bitPattern: runtime.isChanged)
    else { return nil }
    let before = count.withLock { $0 }
    function.pointee = { metadata, size, alignment in
      AllocationCounter.count.withLock { $0 += 1 }
      return AllocationCounter.runtime?.original(metadata, size, alignment)
    }
    isChanged.pointee = true
    work()
    isChanged.pointee = false
    function.pointee = runtime.original
    return count.withLock { $0 } - before
  }
}

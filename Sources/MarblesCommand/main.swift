#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

exit(MarblesTool.run(Posix.arguments, in: .ofProcess()).rawValue)

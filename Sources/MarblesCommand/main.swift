#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

exit(
  MarblesTool.run(Array(CommandLine.arguments.dropFirst()), in: .ofProcess()).rawValue)

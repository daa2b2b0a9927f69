// The streams that the files in Shared record. Those files are links to MarblesCombine's files. In
// MarblesCombine the streams are in the same module; here they are imported by this file. So the
// shared files compile only while they use nothing but Combine's API.
//
// On platforms without Combine the files in Shared are not compiled (Package.swift), and this
// module re-exports MarblesCombine, so that tests that import it run everywhere.
#if canImport(Combine)
  @_exported import Combine
#else
  @_exported import MarblesCombine
#endif

// The streams that the files in Shared record. Those files are MarblesCombine's own, word for word
// (they are links): there the streams stand in the same module, here they come from here. So what
// they say compiles against Apple's Combine only as long as it is Combine's API and nothing else.
//
// Where there is no Combine, the files in Shared are not compiled (Package.swift), and this module
// is MarblesCombine: tests that import it run everywhere.
#if canImport(Combine)
  @_exported import Combine
#else
  @_exported import MarblesCombine
#endif

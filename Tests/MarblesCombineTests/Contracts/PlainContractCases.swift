import MarblesCombine

extension ContractCase {
  /// Operators that need no time, of one publisher.
  static var plain: [ContractCase] { transforming + throwing + reducing + successive }

  /// Operators whose closure may throw.
  private static var throwing: [ContractCase] {
    [
      ContractCase("tryFilter", .trusting) { upstream, _ in
        upstream.tryFilter { try known($0) % 2 == 0 }.mapError { _ in Boom() }
      },
      ContractCase("tryCompactMap", .trusting) { upstream, _ in
        upstream.tryCompactMap { try known($0) % 3 == 0 ? nil : $0 }.mapError { _ in Boom() }
      },
      ContractCase("tryScan", .trusting) { upstream, _ in
        upstream.tryScan(0) { try $0 &+ known($1) }.mapError { _ in Boom() }
      },
      ContractCase("tryDrop", .trusting) { upstream, _ in
        upstream.tryDrop { try known($0) < 5 }.mapError { _ in Boom() }
      },
      ContractCase("tryRemoveDuplicates", .trusting) { upstream, _ in
        upstream.tryRemoveDuplicates { try known($0) == known($1) }.mapError { _ in Boom() }
      },
      ContractCase("tryFirst", .counting) { upstream, _ in
        upstream.tryFirst { try known($0) > 7 }.mapError { _ in Boom() }
      },
      ContractCase("tryLast", .counting) { upstream, _ in
        upstream.tryLast { try known($0) > 7 }.mapError { _ in Boom() }
      },
      ContractCase("tryMin", .counting) { upstream, _ in
        upstream.tryMin { try known($0) < known($1) }.mapError { _ in Boom() }
      },
      ContractCase("tryMax", .counting) { upstream, _ in
        upstream.tryMax { try known($0) < known($1) }.mapError { _ in Boom() }
      },
      ContractCase("tryContains", .counting) { upstream, _ in
        upstream.tryContains { try known($0) > 7 }.map { $0 ? 1 : 0 }.mapError { _ in Boom() }
      },
      ContractCase("tryAllSatisfy", .counting) { upstream, _ in
        upstream.tryAllSatisfy { try known($0) < 9 }.map { $0 ? 1 : 0 }.mapError { _ in Boom() }
      },
      ContractCase("encode and decode", .trusting) { upstream, _ in
        upstream.encode(encoder: Digits()).decode(type: Int.self, decoder: Digits())
          .mapError { _ in Boom() }
      },
      ContractCase("replaceNil", .transparent) { upstream, _ in
        upstream.map { $0 == 3 ? nil : $0 }.replaceNil(with: 0)
      },
    ]
  }

  /// A number, unless it is 9.
  private static func known(_ value: Int) throws -> Int {
    if value == 9 { throw Boom() }
    return value
  }

  private static var transforming: [ContractCase] {
    [
      ContractCase("map", .transparent) { upstream, _ in upstream.map { $0 + 1 } },
      ContractCase("map of a key path", .transparent) { upstream, _ in
        upstream.map(\.magnitude).map { Int($0) }
      },
      ContractCase("tryMap", .trusting) { upstream, _ in
        upstream.tryMap { value -> Int in
          if value == 9 { throw Boom() }
          return value
        }.mapError { _ in Boom() }
      },
      ContractCase("mapError", .transparent) { upstream, _ in upstream.mapError { $0 } },
      ContractCase("filter", .transparent) { upstream, _ in upstream.filter { $0 % 2 == 0 } },
      ContractCase("compactMap", .transparent) { upstream, _ in
        upstream.compactMap { $0 % 3 == 0 ? nil : $0 }
      },
      ContractCase("removeDuplicates", .trusting) { upstream, _ in upstream.removeDuplicates() },
      ContractCase("scan", .transparent) { upstream, _ in upstream.scan(0) { $0 &+ $1 } },
      ContractCase("prefix", .trusting) { upstream, _ in upstream.prefix(3) },
      ContractCase("prefix(while:)", .trusting) { upstream, _ in upstream.prefix { $0 < 9 } },
      ContractCase("tryPrefix", .trusting) { upstream, _ in
        upstream.tryPrefix { value in
          if value == 8 { throw Boom() }
          return value < 9
        }.mapError { _ in Boom() }
      },
      ContractCase("output(in:)", .trusting) { upstream, _ in upstream.output(in: 1...3) },
      ContractCase("dropFirst", .trusting) { upstream, _ in upstream.dropFirst(2) },
      ContractCase("drop(while:)", .trusting) { upstream, _ in upstream.drop { $0 < 5 } },
      ContractCase("breakpoint", .transparent) { upstream, _ in
        upstream.breakpoint(receiveOutput: { _ in false })
      },
      ContractCase("handleEvents", .trusting) { upstream, _ in
        upstream.handleEvents(receiveOutput: { _ in })
      },
      ContractCase("print", .trusting) { upstream, _ in upstream.print(to: Silence()) },
      ContractCase("replaceError", .passing) { upstream, _ in
        upstream.replaceError(with: 0).setFailureType(to: Boom.self)
      },
      ContractCase("replaceEmpty", .unrequested) { upstream, _ in upstream.replaceEmpty(with: 0) },
    ]
  }

  private static var reducing: [ContractCase] {
    [
      ContractCase("reduce", .counting) { upstream, _ in upstream.reduce(0) { $0 &+ $1 } },
      ContractCase("tryReduce", .counting) { upstream, _ in
        upstream.tryReduce(0) { sum, value in
          if value == 9 { throw Boom() }
          return sum &+ value
        }.mapError { _ in Boom() }
      },
      ContractCase("collect", .counting) { upstream, _ in upstream.collect().map(\.count) },
      ContractCase("collect(2)", .passing) { upstream, _ in upstream.collect(2).map(\.count) },
      ContractCase("first", .counting) { upstream, _ in upstream.first() },
      ContractCase("first(where:)", .counting) { upstream, _ in upstream.first { $0 > 7 } },
      ContractCase("last", .counting) { upstream, _ in upstream.last() },
      ContractCase("last(where:)", .counting) { upstream, _ in upstream.last { $0 < 7 } },
      ContractCase("count", .counting) { upstream, _ in upstream.count() },
      ContractCase("contains", .counting) { upstream, _ in upstream.contains(8).map { $0 ? 1 : 0 }
      },
      ContractCase("contains(where:)", .counting) { upstream, _ in
        upstream.contains { $0 > 7 }.map { $0 ? 1 : 0 }
      },
      ContractCase("allSatisfy", .counting) { upstream, _ in
        upstream.allSatisfy { $0 < 9 }.map { $0 ? 1 : 0 }
      },
      ContractCase("min", .counting) { upstream, _ in upstream.min() },
      ContractCase("max", .counting) { upstream, _ in upstream.max() },
      ContractCase("ignoreOutput", .transparent) { upstream, _ in
        upstream.ignoreOutput().map { (_: Never) -> Int in }
      },
    ]
  }

  /// One publisher after another.
  private static var successive: [ContractCase] {
    let none = [Int]().publisher.setFailureType(to: Boom.self)
    let few = (1...3).publisher.setFailureType(to: Boom.self)
    return [
      ContractCase("append", .passing) { upstream, _ in upstream.append(few) },
      ContractCase("prepend of nothing", .passing) { upstream, _ in upstream.prepend(none) },
      ContractCase("catch", .passing) { upstream, _ in upstream.catch { _ in few } },
      ContractCase("tryCatch", .passing) { upstream, _ in
        upstream.tryCatch { _ in few }.mapError { _ in Boom() }
      },
      ContractCase("retry", .passing) { upstream, _ in upstream.retry(1) },
    ]
  }

  /// One upstream subscription for many.
  static var sharing: [ContractCase] {
    [
      ContractCase("share", .counting) { upstream, _ in upstream.share() },
      ContractCase("shareReplay", .counting) { upstream, _ in upstream.shareReplay(2) },
      ContractCase("multicast of a current value", .counting) { upstream, _ in
        upstream.multicast { CurrentValueSubject(0) }.autoconnect()
      },
    ]
  }
}

private struct Silence: TextOutputStream {
  mutating func write(_ string: String) {}
}

/// Codes integers as their digits.
private struct Digits: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) throws -> String {
    guard let number = value as? Int, number != 9 else { throw Boom() }
    return String(number)
  }

  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    guard let number = Int(text) as? T else { throw Boom() }
    return number
  }
}

import MarblesCombine

extension ContractCase {
  /// Operators that need no time, of one publisher.
  static var plain: [ContractCase] { transforming + reducing + successive }

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

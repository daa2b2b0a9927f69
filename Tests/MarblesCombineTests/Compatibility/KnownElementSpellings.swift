import MarblesCombine

// The operators of publishers whose elements are known, with Combine's labels and result types. The
// functions are compiled and not called: a missing or different declaration is a compile error.

private typealias Failed = any Error

private func operatorsOfJust(_ just: Just<Int>, _ error: (Never) -> Boom) {
  let _: Just<Bool> = just.allSatisfy { $0 > 0 }
  let _: Result<Bool, Failed>.Publisher = just.tryAllSatisfy { $0 > 0 }
  let _: Just<[Int]> = just.collect()
  let _: Optional<String>.Publisher = just.compactMap { "\($0)" as String? }
  let _: Just<Int> = just.min()
  let _: Just<Int> = just.max()
  let _: Just<Int> = just.min(by: <)
  let _: Just<Int> = just.max(by: <)
  let _: Publishers.Sequence<[Int], Never> = just.prepend(1, 2)
  let _: Publishers.Sequence<[Int], Never> = just.prepend([1, 2])
  let _: Publishers.Concatenate<Just<Int>, Just<Int>> = just.prepend(just)
  let _: Publishers.Sequence<[Int], Never> = just.append(1, 2)
  let _: Publishers.Sequence<[Int], Never> = just.append([1, 2])
  let _: Publishers.Concatenate<Just<Int>, Just<Int>> = just.append(just)
  let _: Just<Bool> = just.contains(1)
  let _: Just<Bool> = just.contains { $0 > 0 }
  let _: Result<Bool, Failed>.Publisher = just.tryContains { $0 > 0 }
  let _: Just<Int> = just.count()
  let _: Optional<Int>.Publisher = just.dropFirst()
  let _: Optional<Int>.Publisher = just.dropFirst(2)
  let _: Optional<Int>.Publisher = just.drop { $0 > 0 }
  let _: Just<Int> = just.first()
  let _: Optional<Int>.Publisher = just.first { $0 > 0 }
  let _: Just<Int> = just.last()
  let _: Optional<Int>.Publisher = just.last { $0 > 0 }
  let _: Optional<Int>.Publisher = just.filter { $0 > 0 }
  let _: Empty<Int, Never> = just.ignoreOutput()
  let _: Just<String> = just.map { "\($0)" }
  let _: Result<String, Failed>.Publisher = just.tryMap { "\($0)" }
  let _: Result<Int, Boom>.Publisher = just.mapError(error)
  let _: Optional<Int>.Publisher = just.output(at: 0)
  let _: Optional<Int>.Publisher = just.output(in: 0..<1)
  let _: Optional<Int>.Publisher = just.output(in: ...0)
  let _: Optional<Int>.Publisher = just.prefix(1)
  let _: Optional<Int>.Publisher = just.prefix { $0 > 0 }
  let _: Result<String, Never>.Publisher = just.reduce("") { "\($0)\($1)" }
  let _: Result<String, Failed>.Publisher = just.tryReduce("") { "\($0)\($1)" }
  let _: Just<Int> = just.removeDuplicates()
  let _: Just<Int> = just.removeDuplicates(by: ==)
  let _: Result<Int, Failed>.Publisher = just.tryRemoveDuplicates(by: ==)
  let _: Just<Int> = just.replaceError(with: 1)
  let _: Just<Int> = just.replaceEmpty(with: 1)
  let _: Just<Int> = just.retry(1)
  let _: Result<String, Never>.Publisher = just.scan("") { "\($0)\($1)" }
  let _: Result<String, Failed>.Publisher = just.tryScan("") { "\($0)\($1)" }
  let _: Result<Int, Boom>.Publisher = just.setFailureType(to: Boom.self)
}

private func operatorsOfOptional(_ optional: Optional<Int>.Publisher) {
  let _: Optional<Bool>.Publisher = optional.allSatisfy { $0 > 0 }
  let _: Optional<[Int]>.Publisher = optional.collect()
  let _: Optional<String>.Publisher = optional.compactMap { "\($0)" as String? }
  let _: Optional<Int>.Publisher = optional.min()
  let _: Optional<Int>.Publisher = optional.max()
  let _: Optional<Int>.Publisher = optional.min(by: <)
  let _: Optional<Int>.Publisher = optional.max(by: <)
  let _: Optional<Bool>.Publisher = optional.contains(1)
  let _: Optional<Bool>.Publisher = optional.contains { $0 > 0 }
  let _: Optional<Int>.Publisher = optional.count()
  let _: Optional<Int>.Publisher = optional.dropFirst()
  let _: Optional<Int>.Publisher = optional.drop { $0 > 0 }
  let _: Optional<Int>.Publisher = optional.first()
  let _: Optional<Int>.Publisher = optional.first { $0 > 0 }
  let _: Optional<Int>.Publisher = optional.last()
  let _: Optional<Int>.Publisher = optional.last { $0 > 0 }
  let _: Optional<Int>.Publisher = optional.filter { $0 > 0 }
  let _: Empty<Int, Never> = optional.ignoreOutput()
  let _: Optional<String>.Publisher = optional.map { "\($0)" }
  let _: Optional<Int>.Publisher = optional.output(at: 0)
  let _: Optional<Int>.Publisher = optional.output(in: 0...1)
  let _: Optional<Int>.Publisher = optional.prefix(1)
  let _: Optional<Int>.Publisher = optional.prefix { $0 > 0 }
  let _: Optional<String>.Publisher = optional.reduce("") { "\($0)\($1)" }
  let _: Optional<Int>.Publisher = optional.removeDuplicates()
  let _: Optional<Int>.Publisher = optional.removeDuplicates(by: ==)
  let _: Optional<Int>.Publisher = optional.replaceError(with: 1)
  let _: Just<Int> = optional.replaceEmpty(with: 1)
  let _: Optional<Int>.Publisher = optional.retry(1)
  let _: Optional<String>.Publisher = optional.scan("") { "\($0)\($1)" }
}

private func operatorsOfResult(
  _ result: Result<Int, Boom>.Publisher, _ safe: Result<Int, Never>.Publisher
) {
  let _: Result<Bool, Boom>.Publisher = result.allSatisfy { $0 > 0 }
  let _: Result<Bool, Failed>.Publisher = result.tryAllSatisfy { $0 > 0 }
  let _: Result<[Int], Boom>.Publisher = result.collect()
  let _: Result<Int, Boom>.Publisher = result.min()
  let _: Result<Int, Boom>.Publisher = result.max()
  let _: Result<Int, Boom>.Publisher = result.min(by: <)
  let _: Result<Int, Boom>.Publisher = result.max(by: <)
  let _: Result<Int, Failed>.Publisher = result.tryMin(by: <)
  let _: Result<Int, Failed>.Publisher = result.tryMax(by: <)
  let _: Result<Bool, Boom>.Publisher = result.contains(1)
  let _: Result<Bool, Boom>.Publisher = result.contains { $0 > 0 }
  let _: Result<Bool, Failed>.Publisher = result.tryContains { $0 > 0 }
  let _: Result<Int, Boom>.Publisher = result.count()
  let _: Result<Int, Boom>.Publisher = result.first()
  let _: Result<Int, Boom>.Publisher = result.last()
  let _: Empty<Int, Boom> = result.ignoreOutput()
  let _: Result<String, Boom>.Publisher = result.map { "\($0)" }
  let _: Result<String, Failed>.Publisher = result.tryMap { "\($0)" }
  let _: Result<Int, Failed>.Publisher = result.mapError { $0 as Failed }
  let _: Result<String, Boom>.Publisher = result.reduce("") { "\($0)\($1)" }
  let _: Result<String, Failed>.Publisher = result.tryReduce("") { "\($0)\($1)" }
  let _: Result<Int, Boom>.Publisher = result.removeDuplicates()
  let _: Result<Int, Boom>.Publisher = result.removeDuplicates(by: ==)
  let _: Result<Int, Failed>.Publisher = result.tryRemoveDuplicates(by: ==)
  let _: Result<Int, Never>.Publisher = result.replaceError(with: 1)
  let _: Result<Int, Boom>.Publisher = result.replaceEmpty(with: 1)
  let _: Result<Int, Boom>.Publisher = result.retry(1)
  let _: Result<String, Boom>.Publisher = result.scan("") { "\($0)\($1)" }
  let _: Result<String, Failed>.Publisher = result.tryScan("") { "\($0)\($1)" }
  let _: Result<Int, Boom>.Publisher = safe.setFailureType(to: Boom.self)
  // Combine has these for any publisher only.
  let _: Publishers.Filter<Result<Int, Boom>.Publisher> = result.filter { $0 > 0 }
  let _: Publishers.CompactMap<Result<Int, Boom>.Publisher, Int> = result.compactMap { $0 as Int? }
}

private func operatorsOfSequence(
  _ sequence: Publishers.Sequence<[Int], Boom>,
  _ optionals: Publishers.Sequence<[Int?], Boom>
) {
  let _: Result<Bool, Boom>.Publisher = sequence.allSatisfy { $0 > 0 }
  let _: Result<Bool, Failed>.Publisher = sequence.tryAllSatisfy { $0 > 0 }
  let _: Result<[Int], Boom>.Publisher = sequence.collect()
  let _: Publishers.Sequence<[String], Boom> = sequence.compactMap { "\($0)" as String? }
  let _: Result<Bool, Boom>.Publisher = sequence.contains(1)
  let _: Result<Bool, Boom>.Publisher = sequence.contains { $0 > 0 }
  let _: Result<Bool, Failed>.Publisher = sequence.tryContains { $0 > 0 }
  let _: Publishers.Sequence<DropWhileSequence<[Int]>, Boom> = sequence.drop { $0 > 0 }
  let _: Publishers.Sequence<DropFirstSequence<[Int]>, Boom> = sequence.dropFirst()
  let _: Publishers.Sequence<[Int], Boom> = sequence.filter { $0 > 0 }
  let _: Empty<Int, Boom> = sequence.ignoreOutput()
  let _: Publishers.Sequence<[String], Boom> = sequence.map { "\($0)" }
  let _: Publishers.Sequence<PrefixSequence<[Int]>, Boom> = sequence.prefix(1)
  let _: Publishers.Sequence<[Int], Boom> = sequence.prefix { $0 > 0 }
  let _: Result<String, Boom>.Publisher = sequence.reduce("") { "\($0)\($1)" }
  let _: Result<String, Failed>.Publisher = sequence.tryReduce("") { "\($0)\($1)" }
  let _: Publishers.Sequence<[Int], Boom> = optionals.replaceNil(with: 1)
  let _: Publishers.Sequence<[String], Boom> = sequence.scan("") { "\($0)\($1)" }
  let _: Publishers.Sequence<[Int], Boom> = sequence.removeDuplicates()
  let _: Result<Int, Boom>.Publisher = sequence.count()
  let _: Publishers.Sequence<[Int], Boom> = sequence.prepend(1, 2)
  let _: Publishers.Sequence<[Int], Boom> = sequence.prepend(Set([1]))
  let _: Publishers.Sequence<[Int], Boom> = sequence.prepend(sequence)
  let _: Publishers.Sequence<[Int], Boom> = sequence.append(1, 2)
  let _: Publishers.Sequence<[Int], Boom> = sequence.append(Set([1]))
  let _: Publishers.Sequence<[Int], Boom> = sequence.append(sequence)
}

private func operatorsOfSequenceThatCannotFail(_ sequence: Publishers.Sequence<[Int], Never>) {
  let _: Optional<Int>.Publisher = sequence.min()
  let _: Optional<Int>.Publisher = sequence.max()
  let _: Optional<Int>.Publisher = sequence.min(by: <)
  let _: Optional<Int>.Publisher = sequence.max(by: <)
  let _: Optional<Int>.Publisher = sequence.first()
  let _: Optional<Int>.Publisher = sequence.first { $0 > 0 }
  let _: Optional<Int>.Publisher = sequence.last()
  let _: Optional<Int>.Publisher = sequence.last { $0 > 0 }
  let _: Optional<Int>.Publisher = sequence.output(at: 0)
  let _: Publishers.Sequence<[Int], Never> = sequence.output(in: 0..<1)
  let _: Just<Int> = sequence.count()
  let _: Publishers.Sequence<[Int], Boom> = sequence.setFailureType(to: Boom.self)
}

/// Closures of these operators do not escape.
private func nonescaping(
  _ closure: (Int) -> Int, _ predicate: (Int) throws -> Bool, _ error: (Boom) -> Boom
) {
  let _: Just<Int> = Just(1).map(closure)
  let _: Result<Bool, Failed>.Publisher = Just(1).tryContains(where: predicate)
  let _: Optional<Int>.Publisher = Int?(1).publisher.map(closure)
  let _: Result<Int, Boom>.Publisher = Result<Int, Boom>.success(1).publisher.mapError(error)
  let _: Publishers.Sequence<[Int], Never> = [1].publisher.map(closure)
}

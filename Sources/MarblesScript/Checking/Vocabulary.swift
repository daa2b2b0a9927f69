import MarblesCombine

/// A word of the language that makes something: a source, a subject, a scheduler, a function.
struct Word {
  /// As it is written, with the type in front where it has one: "Observable.of".
  var name: String
  var signatures: [Signature]
  var kind: StaticKind

  init(_ name: String, _ kind: StaticKind, _ signatures: Signature...) {
    self.name = name
    self.kind = kind
    self.signatures = signatures.isEmpty ? [Signature()] : signatures
  }
}

/// The words that stand before a dot or alone; operators are in the catalogue.
struct Vocabulary {
  let words: [String: Word]
  /// What stands before the dot of a word with a dot.
  let namespaces: Set<String>

  init() {
    let all = Self.subjects + Self.publishers + Self.joined + Self.observables + Self.others
    words = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    namespaces = Set(
      all.compactMap { word in
        word.name.split(separator: ".").count > 1
          ? word.name.split(separator: ".").first.map(String.init) : nil
      }
    ).union(Self.typeNames)
  }

  subscript(_ name: String) -> Word? { words[name] }

  /// The names after the dot in this namespace.
  func members(of namespace: String) -> [String] {
    words.keys.filter { $0.hasPrefix(namespace + ".") }
      .map { String($0.dropFirst(namespace.utf8.count + 1)) }.sorted()
  }

  /// Types of Swift that pasted code names and that are nothing here.
  private static let typeNames: Set<String> = ["Subscribers", "DispatchTimeInterval", "Error"]

  private static let subjects: [Word] = [
    Word("PassthroughSubject", .subject),
    Word("CurrentValueSubject", .subject, Signature(.required(nil, .any))),
    Word(
      "ReplaySubject", .subject, Signature(.required("capacity", .int)),
      Signature(.optional(nil, .int))),
    Word("ReplaySubject.create", .subject, Signature(.required("bufferSize", .int))),
    Word("ReplaySubject.createUnbounded", .subject),
    Word("PublishSubject", .subject),
    Word(
      "BehaviorSubject", .subject, Signature(.required("value", .any)),
      Signature(.required(nil, .any))),
    Word("AsyncSubject", .subject),
    Word("Subject", .subject),
    Word("PublishRelay", .relay),
    Word("BehaviorRelay", .relay, Signature(.required("value", .any))),
    Word("ReplayRelay.create", .relay, Signature(.required("bufferSize", .int))),
    Word("ReplayRelay.createUnbound", .relay),
    Word("Variable", .relay, Signature(.required(nil, .any))),
  ]

  private static let publishers: [Word] = [
    Word("Just", .stream, Signature(.required(nil, .any))),
    Word("Fail", .stream, Signature(.required("error", .any)), Signature(.required(nil, .any))),
    Word("Empty", .stream, Signature(.optional("completeImmediately", .bool))),
    Word("Never", .stream),
    Word("Deferred", .stream, Signature(.required(nil, .publisherClosure(0)))),
    Word("Future", .stream, Signature(.required(nil, .closure(1)))),
    // The values that may follow the string of marbles are looked at where it is read.
    Word("cold", .stream, Signature(.required(nil, .string))),
    Word("hot", .stream, Signature(.required(nil, .string))),
    Word(
      "Timer.publish", .connectable,
      Signature(
        .required("every", .duration), .optional("tolerance", .duration), .optional("on", .any),
        .optional("in", .any))),
    Word(
      "ResponseCache", .cache,
      Signature(
        .optional("timeToLive", .duration), .optional("staleWhileRevalidate", .bool),
        .required(nil, .publisherClosure(0)))),
  ]

  private static let observables: [Word] = [
    Word("Observable.of", .stream, Signature(.variadic(.any))),
    Word("Observable.just", .stream, Signature(.required(nil, .any))),
    Word("Observable.error", .stream, Signature(.required(nil, .any))),
    Word("Observable.empty", .stream),
    Word("Observable.never", .stream),
    Word("Observable.from", .stream, Signature(.required(nil, .any))),
    Word(
      "Observable.range", .stream,
      Signature(.required("start", .int), .required("count", .int))),
    Word(
      "Observable.interval", .stream,
      Signature(.required(nil, .duration), .optional("scheduler", .scheduler))),
    Word(
      "Observable.timer", .stream,
      Signature(
        .required(nil, .duration), .optional("period", .duration),
        .optional("scheduler", .scheduler))),
    Word("Observable.create", .stream, Signature(.required(nil, .closure(1)))),
    Word("Observable.deferred", .stream, Signature(.required(nil, .publisherClosure(0)))),
    combination("Observable.zip"),
    combination("Observable.combineLatest"),
    Word("Observable.merge", .stream, Signature(.variadic(.any))),
    Word("Observable.concat", .stream, Signature(.variadic(.any))),
  ]

  /// Combine's joining publishers, by the type that an operator gives.
  private static let joined: [Word] = {
    let types = [
      "CombineLatest", "CombineLatest3", "CombineLatest4", "Zip", "Zip3", "Zip4", "Merge",
      "Merge3", "Merge4", "Merge5", "Merge6", "Merge7", "Merge8", "MergeMany",
    ]
    let concatenate = Signature(.required("prefix", .publisher), .required("suffix", .publisher))
    return types.map { Word("Publishers.\($0)", .stream, Signature(.variadic(.any))) }
      + [Word("Publishers.Concatenate", .stream, concatenate)]
  }()

  /// Several publishers, or an array of them, and perhaps what to make of their values.
  private static func combination(_ name: String) -> Word {
    var selecting = Signature(.variadic(.any))
    selecting.parameters.append(.required("resultSelector", .closure(2)))
    return Word(name, .stream, selecting, Signature(.variadic(.any)))
  }

  private static let others: [Word] = [
    Word(
      "Queue", .scheduler, Signature(.required("every", .duration)),
      Signature(.required("latencies", .any))),
    Word("RunLoop.main", .scheduler),
    Word("OperationQueue.main", .scheduler),
    Word("DispatchQueue.main", .scheduler),
    Word("DispatchQueue.global", .scheduler, Signature(.optional("qos", .any))),
    Word("DispatchQueue", .scheduler, Signature(.optional("label", .any))),
    Word("ImmediateScheduler.shared", .scheduler),
    Word("MainScheduler.instance", .scheduler),
    Word("MainScheduler.asyncInstance", .scheduler),
    Word("CurrentThreadScheduler.instance", .scheduler),
    Word("SerialDispatchQueueScheduler", .scheduler, Signature(.optional("qos", .any))),
    Word("ConcurrentDispatchQueueScheduler", .scheduler, Signature(.optional("qos", .any))),
    Word("DisposeBag", .cancellable),
    Word("Set", .cancellable),
    Word("Disposables.create", .cancellable, Signature(.optional(nil, .closure(0)))),
    Word("AnyCancellable", .cancellable, Signature(.required(nil, .any))),
    Word(
      "String", .string, Signature(.required(nil, .any)), Signature(.required("describing", .any))),
    Word("Int", .unknown, Signature(.required(nil, .any))),
    Word("Double", .unknown, Signature(.required(nil, .any))),
    Word("Array", .array, Signature(.required(nil, .any))),
    Word("abs", .unknown, Signature(.required(nil, .any))),
    Word("min", .unknown, Signature(.required(nil, .any), .variadic(.any))),
    Word("max", .unknown, Signature(.required(nil, .any), .variadic(.any))),
    Word("now", .unknown),
    // Pasted code prints; a recording says it all.
    Word("print", .void, Signature(.variadic(.any))),
  ]
}

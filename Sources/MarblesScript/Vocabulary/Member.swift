import MarblesCombine

/// A name after a dot: what the checker accepts, what "did you mean" suggests, and what it does.
struct Member: Sendable {
  typealias Apply = @Sendable (MemberCall) throws -> ScriptValue

  enum Implementation: Sendable {
    /// Read without parentheses.
    case property(Apply)
    /// Read without parentheses, as a step of a thread.
    case state(Apply)
    case method(Apply)
    /// Changes its receiver, which must be a variable; returns the result of the call.
    case mutation(@Sendable (inout ScriptValue, MemberCall) throws -> ScriptValue)
    /// A step of a thread, for what threads share.
    case step(Apply)
    /// A step of a thread that happens at a time: not at the top of a file.
    case effect(Apply)
    /// `recorded(_:)`: gives its receiver a name in the picture.
    case naming(Apply)
    /// `store(in:)`, `disposed(by:)`: a name that the script does not declare is ignored.
    case retention(Apply)
    /// A name of Swift, Combine or RxSwift that a script does not have, with what to write instead.
    case refused(String)
  }

  /// The kind of the value that a member returns.
  enum Result: Sendable {
    case kind(ValueKind)
    case receiver
    /// A value or nil.
    case optional
    case unknown
  }

  let name: String
  let kinds: Set<ValueKind>
  let signatures: [Signature]
  let result: Result
  /// One sentence.
  let summary: String
  /// An expression that uses it; of a value, one that is `true`.
  let example: String
  let implementation: Implementation

  init(
    _ name: String, of kinds: Set<ValueKind>, takes signatures: [Signature] = [Signature()],
    returns result: Result = .unknown, _ summary: String, example: String = "",
    _ implementation: Implementation
  ) {
    self.name = name
    self.kinds = kinds
    self.signatures = signatures
    self.result = result
    self.summary = summary
    self.example = example
    self.implementation = implementation
  }

  /// Whether it is read without parentheses.
  var isProperty: Bool {
    switch implementation {
    case .property, .state: true
    case .method, .mutation, .step, .effect, .naming, .retention, .refused: false
    }
  }

  /// Why a script does not have it; `nil` if it does.
  var refusal: String? { if case .refused(let instead) = implementation { instead } else { nil } }
  var isEffect: Bool { if case .effect = implementation { true } else { false } }
  var isMutation: Bool { if case .mutation = implementation { true } else { false } }
  var isRetention: Bool { if case .retention = implementation { true } else { false } }

  func result(on kind: ValueKind) -> ValueKind {
    switch result {
    case .kind(let kind): kind
    case .receiver: kind
    case .optional, .unknown: .unknown
    }
  }

  /// Whether the name returns a value or nil, on each receiver that has it.
  static func isOptional(_ name: String, isProperty: Bool) -> Bool {
    let found = (byName[name] ?? []).filter { $0.isProperty == isProperty }
    return !found.isEmpty
      && found.allSatisfy { if case .optional = $0.result { true } else { false } }
  }
}

// MARK: The table

extension Member {
  static let all: [Member] =
    ofAll + ofNumbers + ofStrings + ofCharacterSets + ofCharacters + ofTuples + ofDictionaries
    + ofSets + ofRanges
    + ofSequences
    + arrayMutations
    + otherMutations + ofOptionals + refusedValues + ofSubjects + ofStreams
    + ofTrackedStreams + ofSubscriptions + ofTasks + ofCaches

  private static let byName = Dictionary(grouping: all, by: \.name)

  /// The members of a name that a kind of receiver has; all of the name if the kind is unknown.
  static func named(_ name: String, of kind: ValueKind) -> [Member] {
    (byName[name] ?? []).filter { $0.isMember(of: kind) }
  }

  private func isMember(of kind: ValueKind) -> Bool {
    kind == .unknown || kinds.contains(kind.general)
  }

  static func property(_ name: String, of kind: ValueKind) -> Member? {
    byName[name]?.first { $0.isProperty && $0.isMember(of: kind) }
  }

  static func method(_ name: String, of kind: ValueKind) -> Member? {
    byName[name]?.first { !$0.isProperty && $0.isMember(of: kind) }
  }

  /// The names to suggest for a misspelled one: those that the receiver has.
  static func names(of kind: ValueKind) -> [String] {
    all.filter { $0.refusal == nil && (kind == .unknown || $0.kinds.contains(kind.general)) }
      .map(\.name)
  }

  /// Whether values of a known kind have a member or an operator of that name.
  static func exists(_ name: String, of kind: ValueKind) -> Bool {
    guard kind != .unknown else { return false }
    if named(name, of: kind).contains(where: { $0.refusal == nil }) { return true }
    return kind.isStream
      && (OperatorTable.standard.contains(name) || SinkOperator.named(name) != nil)
  }

  /// Whether the name keeps a subscription alive: `store(in:)`, `disposed(by:)`.
  static func isRetention(_ name: String) -> Bool {
    byName[name]?.contains(where: \.isRetention) ?? false
  }
}

// MARK: Calls

/// A call of a member whose arguments fit one of its signatures.
struct MemberCall {
  var context: CallContext
  let name: Name
  let receiver: ScriptValue
  let span: SourceRange
  var signature = 0
  var arguments: Arguments
  var site = CallArguments()

  init(_ name: Name, of receiver: ScriptValue, at span: SourceRange, in context: CallContext) {
    self.context = context
    self.name = name
    self.receiver = receiver
    self.span = span
    arguments = context.arguments([])
  }

  /// The argument of a parameter; `nil` if it was left out.
  subscript(_ index: Int) -> ScriptValue? { arguments[index] }

  /// The place of an argument, as it is written.
  func place(_ index: Int) -> SourceRange {
    site.items.indices.contains(index) ? site.items[index].span : span
  }

  var text: String { if case .string(let text) = receiver { text } else { "" } }
  var integer: Int { receiver.integer ?? 0 }
  var number: Double { receiver.number ?? 0 }
  var array: [ScriptValue] { receiver.list ?? [] }

  /// The string that is the argument of a parameter.
  func string(_ index: Int) -> String { arguments.string(index) ?? "" }

  /// Calls a function of the script.
  func call(_ function: ScriptFunction, _ values: ScriptValue...) throws(ScriptError)
    -> ScriptValue
  {
    try context.callFunction(function, values, span)
  }

  /// Whether a predicate of the script returns `true`.
  func holds(_ predicate: ScriptFunction, _ values: ScriptValue...) throws(ScriptError) -> Bool {
    let result = try context.callFunction(predicate, values, span)
    guard case .bool(let flag) = result else {
      throw context.error(
        .closureResult("true or false", not: result.kindName), at: place(site.items.count - 1))
    }
    return flag
  }

  /// Goes through the elements of the receiver: each of them is a step of the budget.
  func walk(_ body: (AnySequence<ScriptValue>) throws(ScriptError) -> ScriptValue)
    throws(ScriptError) -> ScriptValue
  {
    guard let elements = context.operations.elements(of: receiver) else { return .null }
    let result = try context.operations.budget.visit(elements, at: span, body)
    return try context.operations.budget.checked(result, at: span)
  }

  /// All elements of the receiver.
  func collected(_ body: ([ScriptValue]) throws(ScriptError) -> ScriptValue) throws(ScriptError)
    -> ScriptValue
  {
    try walk { (elements) throws(ScriptError) in
      try body(context.operations.collect(elements, at: span))
    }
  }

  /// The values in order, by a function of the script or by `<`.
  func sorted(_ values: [ScriptValue], by function: ScriptFunction?) throws(ScriptError)
    -> [ScriptValue]
  {
    try context.operations.sorted(values, at: span) { (a, b) throws(ScriptError) in
      if let function { return try call(function, a, b) }
      return try context.operations.apply(.less, a, b, span: span)
    }
  }

  /// A text that was made from the receiver: the work is counted by its length.
  func made(_ text: String) throws(ScriptError) -> ScriptValue {
    try context.operations.budget.spend((self.text.utf8.count + text.utf8.count) / 16, at: span)
    try context.operations.budget.check(count: text.utf8.count, at: span)
    return .string(text)
  }
}

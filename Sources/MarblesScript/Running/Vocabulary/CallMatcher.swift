import Marbles
import MarblesCombine

/// The evaluated arguments of one call, with their labels and places.
struct CallArguments {
  struct Item {
    var label: String?
    var isTrailing: Bool
    var value: ScriptValue
    var span: SourceRange
    /// The name of an argument that is a name: it is shown in the picture.
    var text: String?
  }

  var items: [Item] = []

  func value(_ index: Int) -> ScriptValue? {
    items.indices.contains(index) ? items[index].value : nil
  }
  func label(_ index: Int) -> String? { items.indices.contains(index) ? items[index].label : nil }
}

extension Run {
  func arguments(of call: Call, in scope: Scope) throws(ScriptError) -> CallArguments {
    var items: [CallArguments.Item] = []
    for argument in call.arguments {
      var text: String?
      if case .name(let name) = argument.value.kind { text = name }
      items.append(
        CallArguments.Item(
          label: argument.label?.text, isTrailing: argument.isTrailing,
          value: try evaluate(argument.value, in: scope), span: argument.value.span, text: text))
    }
    return CallArguments(items: items)
  }

  /// Finds the signature that the arguments fit; if there is none, the run ends with an error.
  func match(
    _ arguments: CallArguments, to signatures: [Signature], of callee: String, at span: SourceRange
  ) throws(ScriptError) -> (signature: Int, values: [ScriptValue?], assigned: [[Int]]) {
    let shapes = arguments.items.map { item in
      ArgumentShape(label: item.label, isTrailing: item.isTrailing, kind: item.value.kind)
    }
    let found: (signature: Int, assigned: [[Int]])
    do throws(SignatureFailure) {
      found = try signatures.match(shapes)
    } catch {
      let described = arguments.items.map { (label: $0.label, kind: $0.value.kindName) }
      let place = error.argument.map { arguments.items[$0].span } ?? span
      throw mistake(ArgumentError(error, of: callee, arguments: described), at: place)
    }
    let parameters = signatures[found.signature].parameters
    var items = inSeconds(arguments.items, parameters, found.assigned)
    for (parameter, indices) in zip(parameters, found.assigned) where parameter.type == .publisher {
      for index in indices {
        guard case .member = items[index].value else { continue }
        items[index].value = try publisher(from: items[index].value)
      }
    }
    var values: [ScriptValue?] = []
    for (parameter, indices) in zip(parameters, found.assigned) {
      for index in indices { try check(items[index], parameter) }
      if parameter.isVariadic {
        values += indices.map { converted(items[$0].value, to: parameter.type) }
      } else {
        values.append(indices.first.map { converted(items[$0].value, to: parameter.type) })
      }
    }
    return (found.signature, values, found.assigned)
  }

  /// Where a call names a queue of the framework, a bare number is seconds, as in Combine and in
  /// RxSwift; elsewhere it is a number of frames.
  private func inSeconds(
    _ items: [CallArguments.Item], _ parameters: [Signature.Parameter], _ assigned: [[Int]]
  ) -> [CallArguments.Item] {
    var items = items
    for index in items.indices { items[index].value = strategyInSeconds(items[index].value) }
    let matched = zip(parameters, assigned).filter { !$0.1.isEmpty }
    let namesQueue = matched.contains { parameter, indices in
      parameter.isQueue && indices.contains { items[$0].value.isQueueOfFramework }
    }
    guard namesQueue else { return items }
    for (parameter, indices) in matched where parameter.type == .duration {
      for index in indices {
        guard let seconds = items[index].value.number else { continue }
        items[index].value = .duration(.seconds(seconds))
      }
    }
    return items
  }

  /// `.byTime(RunLoop.main, 0.5)`
  private func strategyInSeconds(_ value: ScriptValue) -> ScriptValue {
    guard case .member(let name, var details) = value, details.count > 1,
      details[0].isQueueOfFramework, let seconds = details[1].number
    else { return value }
    details[1] = .duration(.seconds(seconds))
    return .member(name, details)
  }

  /// `.main` as a scheduler; a closure for a publisher as one that fails if it returns none.
  private func converted(_ value: ScriptValue, to type: ArgumentType) -> ScriptValue {
    switch (type, value) {
    case (.scheduler, .member): .object(ScriptScheduler(scheduler))
    case (.publisherClosure, .closure(let function)):
      .closure(
        ScriptFunction(arity: function.arity) { [unowned self] (values) throws(ScriptError) in
          try publisher(from: function.call(values))
        })
    default: value
    }
  }

  /// The publisher that a closure returned.
  func publisher(from value: ScriptValue) throws(ScriptError) -> ScriptValue {
    switch value {
    case .stream: return value
    case .object(let object) where object is any StreamObject: return value
    case .member(let name, let details):
      // `.just(1)`, because the type is known.
      if let word = Word.named("Observable." + name) {
        let items = details.map {
          CallArguments.Item(isTrailing: false, value: $0, span: runtime.effects.place)
        }
        return try make(word, CallArguments(items: items), at: runtime.effects.place)
      }
      throw mistake(
        .wrongType("a closure that returns a publisher", value), at: runtime.effects.place)
    case .array:
      // RxSwift and RxJS convert an array to an observable.
      return .stream(guarded(ScriptStream(sequence(value)), at: runtime.effects.place))
    default:
      throw mistake(
        .wrongType("a closure that returns a publisher", value), at: runtime.effects.place)
    }
  }

  // MARK: Amounts

  /// Counts, sizes and durations are not below zero, and durations are not longer than time.
  private func check(_ item: CallArguments.Item, _ parameter: Signature.Parameter)
    throws(ScriptError)
  {
    switch parameter.type {
    case .duration:
      let arguments = Arguments([item.value], context: BuildContext(scheduler: scheduler))
      if let duration = arguments.duration(0) {
        try checkLength(of: duration, at: item.span)
        if duration < .zero { throw mistake(.negative(item.value), at: item.span) }
      }
    case .int:
      // The start of a range is no amount.
      if let count = item.value.integer, count < 0, parameter.label != "start" {
        throw mistake(.negative(item.value), at: item.span)
      }
    case .demand:
      if case .int(..<0) = item.value { throw mistake(.negative(item.value), at: item.span) }
      if case .member("max", let details) = item.value {
        guard let count = details.first?.integer, details.count == 1 else {
          throw mistake(RunError("a demand has one number: '.max(3)'"), at: item.span)
        }
        if count < 0 { throw mistake(.negative(item.value), at: item.span) }
      }
    default: break
    }
  }

  // MARK: Words

  /// Creates the value of a word.
  func make(_ word: Word, _ site: CallArguments, at span: SourceRange) throws(ScriptError)
    -> ScriptValue
  {
    // The values after a string of marbles have the marbles as labels.
    let matched =
      word.reading == .arguments ? site : CallArguments(items: Array(site.items.prefix(1)))
    let (signature, values, _) = try match(
      matched, to: word.signatures, of: word.name, at: span)
    let call = WordCall(
      run: self, name: word.name, signature: signature,
      arguments: Arguments(values, context: BuildContext(scheduler: scheduler)), site: site,
      span: span)
    do { return try word.make(call) } catch { throw ScriptError(error) }
  }
}

extension Signature.Parameter {
  /// Whether the argument is the queue or the run loop on which time passes.
  fileprivate var isQueue: Bool {
    type == .scheduler || (type == .any && (label == "on" || label == "in"))
  }
}

extension ScriptValue {
  /// `RunLoop.main`, `.main`, `MainScheduler.instance`; not a `Queue` of the script.
  fileprivate var isQueueOfFramework: Bool {
    switch self {
    case .member(let name, _): ArgumentType.schedulers.contains(name)
    case .object(let object):
      object is ScriptScheduler && !(object is ScriptSerialQueue)
        && !(object is ScriptConcurrentQueue)
    default: false
    }
  }
}

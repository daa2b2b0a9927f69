import Marbles
import MarblesCombine

// Calls and signatures.

extension CallContext {
  /// Finds the signature that the arguments fit; if there is none, the run ends with an error. Also
  /// returns the arguments with numbers of seconds as durations.
  func match(
    _ arguments: CallArguments, to signatures: [Signature], of callee: String, at span: SourceRange
  ) throws(ScriptError) -> (signature: Int, values: [ScriptValue?], arguments: CallArguments) {
    let found: (signature: Int, assigned: [[Int]])
    do throws(SignatureFailure) {
      found = try signatures.match(arguments.shapes)
    } catch {
      let described = arguments.items.map { (label: $0.label, kind: $0.value.kindName) }
      let place = error.argument.map { arguments.items[$0].span } ?? span
      throw operations.diagnostics.error(
        ArgumentError(error, of: callee, arguments: described), at: place)
    }
    let parameters = signatures[found.signature].parameters
    let arguments = CallArguments(items: inSeconds(arguments.items, parameters, found.assigned))
    var items = arguments.items
    for (parameter, indices) in zip(parameters, found.assigned) where parameter.type == .publisher {
      for index in indices {
        guard case .member = items[index].value else { continue }
        items[index].value = try publisher(from: items[index].value, at: items[index].span)
      }
    }
    var values: [ScriptValue?] = []
    for (parameter, indices) in zip(parameters, found.assigned) {
      for index in indices { try check(items[index], parameter) }
      if parameter.isVariadic {
        values += indices.map { converted(items[$0], to: parameter.type) }
      } else {
        values.append(indices.first.map { converted(items[$0], to: parameter.type) })
      }
    }
    return (found.signature, values, arguments)
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
  private func converted(_ item: CallArguments.Item, to type: ArgumentType) -> ScriptValue {
    switch (type, item.value) {
    case (.scheduler, .member): return .object(ScriptScheduler(runtime.scheduler))
    case (.publisherClosure, .closure(let function)):
      let inner = insideFunction
      return .closure(
        function.map { (result) throws(ScriptError) in
          try inner.publisher(from: result, at: item.span)
        })
    default: return item.value
    }
  }

  // MARK: Amounts

  /// Counts, sizes and durations are not below zero, and durations are not longer than time.
  private func check(_ item: CallArguments.Item, _ parameter: Signature.Parameter)
    throws(ScriptError)
  {
    switch parameter.type {
    case .duration:
      if let duration = operations.duration(item.value) {
        try operations.checkLength(of: duration, at: item.span)
        if duration < .zero { throw error(.negative(item.value.literal), at: item.span) }
      }
    case .int:
      // The start of a range is no amount.
      if let count = item.value.integer, count < 0, parameter.label != "start" {
        throw error(.negative(item.value.literal), at: item.span)
      }
    case .demand:
      if case .int(..<0) = item.value { throw error(.negative(item.value.literal), at: item.span) }
      if case .member("max", let details) = item.value {
        guard let count = details.first?.integer, details.count == 1 else {
          throw error(.demandCount, at: item.span)
        }
        if count < 0 { throw error(.negative(item.value.literal), at: item.span) }
      }
    default: break
    }
  }
}

extension Signature.Parameter {
  /// Whether the argument is the queue or the run loop on which time passes.
  var isQueue: Bool {
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

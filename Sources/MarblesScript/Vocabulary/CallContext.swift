import Marbles
import MarblesCombine

/// The surroundings of a call in a script: the parts of a run that words, members and sinks use.
struct CallContext {
  typealias Call = (ScriptFunction, [ScriptValue], SourceRange) throws(ScriptError) -> ScriptValue

  let operations: ValueOperations
  unowned let builder: PipelineBuilder
  /// The place in which streams are created.
  var building: Building
  /// The name that the value of an expression gets.
  var naming: Naming?
  /// Calls a function of the script in the place of this call.
  let callFunction: Call
  /// The value of a character of marbles.
  let marbleValue: (String) throws(ScriptError) -> ScriptValue
  /// The task of the call; `nil` outside of tasks.
  let task: (any TaskContext)?
  /// Starts a task.
  let startTask: (ScriptFunction, SourceRange) -> ScriptValue

  var runtime: ScriptRuntime { operations.runtime }
  var rules: LanguageRules { builder.rules }

  /// Reports an error of the script, which ends the run.
  func error(_ message: RunError, at span: SourceRange) -> ScriptError {
    operations.error(message, at: span)
  }

  /// The surroundings in a function that an operator calls.
  var insideFunction: CallContext {
    var copy = self
    copy.building = .lanesOnly
    copy.naming = nil
    return copy
  }

  /// An action that reports the error with which it ends, because no stream can handle it.
  func reporting(at span: SourceRange, _ body: @escaping () throws(ScriptError) -> Void)
    -> () -> Void
  {
    { [diagnostics = operations.diagnostics] in
      do throws(ScriptError) { try body() } catch { diagnostics.reportUnhandled(error, at: span) }
    }
  }
}

extension CallContext {
  /// The task in which a call is, which pauses there.
  func requiredTask(of name: String, at span: SourceRange) throws(ScriptError) -> any TaskContext {
    guard let task else { throw error(.outsideOfTask(name), at: span) }
    return task
  }
}

/// The task in which a call is.
protocol TaskContext: AnyObject {
  var isCancelled: Bool { get }
  /// Pauses the task.
  func sleep(_ duration: VirtualDuration) throws(ScriptError)
  /// Pauses the task until there is a result.
  func wait(for result: () throws(ScriptError) -> ScriptValue?) throws(ScriptError) -> ScriptValue
  /// Continues the task if it waits.
  var resume: () -> Void { get }
  /// Creates what the task creates again at each execution, the first time only.
  func once(_ body: () throws(ScriptError) -> ScriptValue) throws(ScriptError) -> ScriptValue
  /// Adds an action for the cancellation of the task.
  func whenCancelled(_ cancel: @escaping () -> Void)
}

// MARK: Creating

extension CallContext {
  /// Creates the value of a word.
  func make(_ word: Word, _ site: CallArguments, at span: SourceRange) throws(ScriptError)
    -> ScriptValue
  {
    // The values after a string of marbles have the marbles as labels.
    let matched =
      word.reading == .arguments ? site : CallArguments(items: Array(site.items.prefix(1)))
    let (signature, values, _) = try match(
      matched, to: word.signatures, of: word.name, at: span)
    let own = word.kind.isStream ? values.map { $0.map(runtime.effects.ofOperator) } : values
    let call = WordCall(
      context: self, name: word.name, signature: signature, arguments: arguments(own),
      site: site, span: span)
    do { return try word.make(call) } catch { throw ScriptError(error) }
  }

  /// Applies the operator of that name; `nil` if there is none.
  func applyOperator(
    _ name: String, to upstream: ScriptStream, _ arguments: CallArguments, at span: SourceRange
  ) throws(ScriptError) -> ScriptValue? {
    let candidates = OperatorTable.standard.candidates(name, in: rules.dialect)
    guard !candidates.isEmpty else { return nil }
    let shapes = arguments.shapes
    let chosen =
      candidates.first { (try? $0.signatures.match(shapes)) != nil } ?? candidates[0]
    let (signature, values, inSeconds) = try match(
      arguments, to: chosen.signatures, of: name, at: span)
    let match = OperatorMatch(
      entry: chosen, signature: signature,
      values: values.map { $0.map(runtime.effects.ofOperator) },
      text: chosen.text(of: inSeconds, in: rules.source), span: span)
    return .stream(try builder.apply(match, to: upstream, in: building))
  }

  func arguments(_ values: [ScriptValue?]) -> Arguments {
    Arguments(values, context: BuildContext(scheduler: runtime.scheduler))
  }

  /// The publisher that a closure returned, or that an argument is.
  ///
  /// - Parameter span: the closure or the argument.
  func publisher(from value: ScriptValue, at span: SourceRange) throws(ScriptError) -> ScriptValue {
    switch value {
    case .stream: return value
    case .object(let object) where object is any StreamObject: return value
    case .member(let name, let details):
      // `.just(1)`, because the type is known.
      guard let word = Word.named("Observable." + name) else { break }
      let items = details.map { CallArguments.Item(isTrailing: false, value: $0, span: span) }
      return try make(word, CallArguments(items: items), at: span)
    case .array:
      // RxSwift and RxJS convert an array to an observable.
      return .stream(runtime.guarded(ScriptStream(operations.sequence(value)), at: span))
    default: break
    }
    throw error(.closureResult("a publisher", not: value.kindName), at: span)
  }
}

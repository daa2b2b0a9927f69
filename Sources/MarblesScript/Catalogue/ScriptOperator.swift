import Marbles
import MarblesCombine

/// An entry of the catalogue: an operator as scripts, documents and tests use it.
package struct ScriptOperator: Sendable {
  /// The framework whose operator a name means.
  package enum Dialect: String, CaseIterable, Sendable {
    case combine, rxswift, rxjs
  }

  /// The part of the framework it belongs to, for the compatibility table.
  package enum Family: String, CaseIterable, Sendable {
    case sharing, transforming, filtering, combining, errors, time, demand, ending, debugging
  }

  /// The appearance of the operator in a picture.
  package enum Shape: Hashable, Sendable {
    /// Invisible: the elements appear on the lane that passes through it.
    case lane
    /// A band with a reference count between upstream subscriptions and subscribers; the text is
    /// the subject inside.
    case hub(detail: String)
    /// A band that holds elements.
    case memory(detail: String)
    /// A band in which inner streams run.
    case box(detail: String)
  }

  /// The elements that the operator accepts.
  package enum Input: Hashable, Sendable {
    case any, streams, optionals
    /// Events, as `materialize()` emits them.
    case events
    /// Any elements, of a connectable stream.
    case connectable
  }

  /// The elements that the operator produces from integers.
  package enum Output: Hashable, Sendable {
    case sameKind, boolean, array, duration, event, stream
    /// A pair of an index and an element.
    case enumerated
    /// A tuple with an element of each input, unless a closure combines them.
    case tuple
  }

  /// The kind of stream that the operator returns.
  package enum Result: Hashable, Sendable {
    /// A stream; of a trait, one of the same trait.
    case stream
    case connectable
    /// A stream that is no trait.
    case observable
    case trait(StreamTrait)
    /// A stream of the same trait, except that a Single becomes a Maybe.
    case possiblyEmpty
    /// A stream of the same trait; of a Maybe, one of the trait of the argument, or a Single.
    case withElement
    /// A stream of the trait of the argument.
    case argument

    /// The trait of the result of a call.
    func trait(of upstream: StreamTrait?, argument: StreamTrait?) -> StreamTrait? {
      switch self {
      case .stream: upstream
      case .connectable, .observable: nil
      case .trait(let trait): trait
      case .possiblyEmpty: upstream == .single ? .maybe : upstream
      case .withElement: upstream == .maybe ? argument ?? .single : upstream
      case .argument: argument
      }
    }
  }

  /// The comparison with the original operator.
  package enum Compatibility: Hashable, Sendable {
    case same
    /// The difference, with the reason.
    case different(String)
  }

  package let name: String
  package let dialects: [Dialect]
  package let family: Family
  /// One sentence about what it does, without a full stop.
  package let summary: String
  /// The ways to call it; the first that fits is used.
  package let signatures: [Signature]
  /// A pipeline that uses it, as a script line: `numbers.prefix(2)`.
  package let example: String
  package let input: @Sendable (Signature) -> Input
  package let output: Output
  package let result: Result
  /// Whether the names and details of lanes leave it out, where its call shows no argument.
  package let isTransparent: Bool
  /// Whether pictures show parentheses where there is no argument: `share()`, but `buffer`.
  package let isWrittenAsCall: Bool
  package let shape: @Sendable (Arguments) -> Shape
  package let compatibility: Compatibility
  /// Applies it. `signature` is the index of the one that fits.
  package let apply:
    @Sendable (_ upstream: ScriptStream, _ arguments: Arguments, _ signature: Int)
      throws(ScriptError)
      -> ScriptStream

  package init(
    _ name: String, dialects: [Dialect] = [.combine], family: Family, _ summary: String,
    signatures: [Signature] = [Signature()], example: String,
    input: @escaping @Sendable (Signature) -> Input = { _ in .any }, output: Output = .sameKind,
    result: Result = .stream, isTransparent: Bool = false, isWrittenAsCall: Bool = false,
    shape: @escaping @Sendable (Arguments) -> Shape = { _ in .lane },
    compatibility: Compatibility = .same,
    apply:
      @escaping @Sendable (_ upstream: ScriptStream, _ arguments: Arguments, _ signature: Int)
      throws
      -> ScriptStream
  ) {
    self.name = name
    self.dialects = dialects
    self.family = family
    self.summary = summary
    self.signatures = signatures
    self.example = example
    self.input = input
    self.output = output
    self.result = result
    self.isTransparent = isTransparent
    self.isWrittenAsCall = isWrittenAsCall
    self.shape = shape
    self.compatibility = compatibility
    self.apply = { upstream, arguments, signature throws(ScriptError) in
      do {
        return try apply(upstream, arguments, signature)
      } catch {
        throw ScriptError(error)
      }
    }
  }
}

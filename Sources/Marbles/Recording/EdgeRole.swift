extension Recording {
  /// The purpose of a subscription for the subscriber or operator that makes it.
  public enum EdgeRole: Hashable, Sendable {
    /// The upstream of a subscriber or operator.
    case main
    /// The input with the given number, from 2 on, of an operator that subscribes to several at the
    /// same time: what `withLatestFrom` reads, the second publisher of `zip`.
    case second(number: Int)
    /// The publisher with the given number, from 1 on, of an operator that subscribes to one after
    /// another, unless it is the upstream: `append`, `prepend`, `catch`.
    case next(number: Int)
    /// The attempt with the given number, from 2 on, of an operator that subscribes to its upstream
    /// again: `retry`.
    case attempt(number: Int)
    /// One of the publishers that an operator merges, such as an inner stream.
    case inner

    /// The purpose of the input with the given number, from 1 on, of an operator that subscribes to
    /// several at the same time.
    @usableFromInline
    package static func input(_ number: Int) -> EdgeRole {
      number < 2 ? .main : .second(number: number)
    }

    /// The purpose of the publisher with the given number, from 1 on, of an operator that
    /// subscribes to one after another.
    ///
    /// - Parameters:
    ///   - main: The number of the upstream of the operator.
    ///   - repeats: Whether all are the same publisher.
    @usableFromInline
    package static func number(_ number: Int, main: Int = 1, repeats: Bool = false) -> EdgeRole {
      if number == main { return .main }
      return repeats ? .attempt(number: number) : .next(number: number)
    }
  }
}

extension Publisher {
  /// Replaces `nil` by the given element.
  ///
  ///     -1-n-3-|   replaceNil(with: 9), where n is nil
  ///     -1-9-3-|
  ///
  /// - Demand: Requests pass through unchanged.
  @inlinable
  public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
    map { $0 ?? output }
  }
}

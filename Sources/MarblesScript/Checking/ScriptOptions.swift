import Marbles

/// What the caller may decide over a script.
public struct ScriptOptions: Hashable, Sendable {
  /// Whose meaning names have ("combine", "rxswift", "rxjs"); nil: as the script says.
  public var dialect: String?
  /// How marble strings are read; nil: as the script says.
  public var grammar: MarbleString.Dialect?
  /// Whether warnings about marbles are errors.
  public var isStrict: Bool

  public init(
    dialect: String? = nil, grammar: MarbleString.Dialect? = nil, isStrict: Bool = false
  ) {
    self.dialect = dialect
    self.grammar = grammar
    self.isStrict = isStrict
  }
}

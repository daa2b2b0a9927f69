import Marbles

/// Settings of the caller, which replace those of the script.
public struct ScriptOptions: Hashable, Sendable {
  /// The dialect ("combine", "rxswift", "rxjs"); `nil` for that of the script.
  public var dialect: String?
  /// The grammar of marble strings; `nil` for that of the script.
  public var grammar: MarbleString.Dialect?
  /// Whether warnings about marbles are errors.
  public var isStrict: Bool

  /// Creates options; the script decides about those that are left out.
  public init(
    dialect: String? = nil, grammar: MarbleString.Dialect? = nil, isStrict: Bool = false
  ) {
    self.dialect = dialect
    self.grammar = grammar
    self.isStrict = isStrict
  }
}

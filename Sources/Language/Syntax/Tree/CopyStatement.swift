/// `copy Budget, Expense from other`, `copy all from other`
public struct CopyStatement: Sendable {
  /// The models whose records are copied, in written order; empty for all.
  public let models: [NameSyntax]
  /// The name of the open store that they are read from.
  public let store: NameSyntax
}

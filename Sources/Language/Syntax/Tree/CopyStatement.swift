/// `copy Budget, Expense from other`, `copy all from other`
public struct CopyStatement: Sendable {
  /// The models to copy, in written order; empty for all.
  public let models: [NameSyntax]
  /// The name of the source store.
  public let store: NameSyntax
}

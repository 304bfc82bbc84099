public import Syntax

/// A query that `let` gave a name.
public struct SavedQuery: Sendable {
  /// The entity that the query belongs to: `Budget` in `Budget.overspent`.
  public let entity: String?
  /// The query's own name.
  public let name: String
  /// What it is given.
  public let parameters: [ParameterDeclaration]
  /// The query.
  public let query: QuerySyntax
  /// The whole `let` statement in its canonical spelling.
  public let text: String

  /// The name as a query writes it: `Budget.overspent`, `recent`.
  public var fullName: String {
    (entity.map { quotedIfNeeded($0) + "." } ?? "") + quotedIfNeeded(name)
  }
}

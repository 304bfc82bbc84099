/// `watch for 10 minutes fetch Budget where spent > limit`
public struct WatchStatement: Sendable {
  /// For how long; nil until it is stopped.
  public let duration: ExpressionSyntax?
  /// What is asked again and again.
  public let query: QuerySyntax
  /// Whether only the number of records is asked: `watch count …`.
  public let isCount: Bool
}

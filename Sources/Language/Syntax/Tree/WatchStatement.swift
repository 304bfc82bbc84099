/// `watch for 10 minutes fetch Budget where spent > limit`
public struct WatchStatement: Sendable {
  /// The duration; nil to run until stopped.
  public let duration: ExpressionSyntax?
  /// The query.
  public let query: QuerySyntax
  /// Whether to watch the number of records: `watch count …`.
  public let isCount: Bool
}

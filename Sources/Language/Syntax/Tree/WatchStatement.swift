/// `watch for 10 minutes fetch Budget where spent > limit`
public struct WatchStatement: Sendable {
  /// For how long; nil until it is stopped.
  public let duration: ExpressionSyntax?
  /// What is asked again and again.
  public let query: QuerySyntax
  /// Whether only the number of records is asked: `watch count …`.
  public let isCount: Bool

  /// Makes a statement.
  public init(duration: ExpressionSyntax?, query: QuerySyntax, isCount: Bool) {
    self.duration = duration
    self.query = query
    self.isCount = isCount
  }
}

/// A relationship as seen from one of its two ends.
public struct RelationshipEnd: Hashable, Sendable {
  /// The entity that owns the relationship.
  public let entity: String
  /// The relationship's name there.
  public let name: String

  /// Names an end.
  public init(entity: String, name: String) {
    self.entity = entity
    self.name = name
  }
}

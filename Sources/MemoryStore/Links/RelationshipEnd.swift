/// A relationship as seen from one of its two ends.
struct RelationshipEnd: Hashable, Sendable {
  /// The entity that owns the relationship.
  let entity: String
  /// The relationship's name there.
  let name: String
}

/// How often parts of a store were changed: who keeps the marks of an earlier moment knows what was touched
/// since.
public struct ChangeMarks: Hashable, Sendable {
  /// Raised by every change of the models.
  public var models: Int64 = 0
  /// Raised by changes of which nobody says what they touch, as other programs make them.
  public var unknown: Int64 = 0
  /// Raised by changes of records or links of a root entity, by its name; an entity that is missing was
  /// never changed.
  public var entities: [String: Int64] = [:]

  /// Marks of a store that was never changed.
  public init() {}

  /// Whether anything was changed since `earlier` that a reader of some root entities could see.
  public func differ(from earlier: ChangeMarks, in entities: Set<String>) -> Bool {
    models != earlier.models || unknown != earlier.unknown
      || entities.contains { self.entities[$0] != earlier.entities[$0] }
  }

  /// Notes a change of records or links of these root entities.
  public mutating func raise(_ touched: Set<String>) {
    for entity in touched { entities[entity, default: 0] &+= 1 }
  }
}

extension ChangeSet {
  /// The root entities whose records or links are changed. A link is told of the end that it is named from:
  /// who reads a relationship reads both of its ends.
  public var touchedEntities: Set<String> {
    Set(
      inserted.map(\.entity) + updated.map(\.entity) + deleted.map(\.entity)
        + linked.map(\.pair.entity) + unlinked.map(\.entity)
    )
  }
}

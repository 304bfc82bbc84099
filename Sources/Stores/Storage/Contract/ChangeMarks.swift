/// Counters of the changes of a store. Compare marks from two moments to find out what changed
/// between them.
public struct ChangeMarks: Hashable, Sendable {
  /// Increases with every change of the models.
  public var models: Int64 = 0
  /// Increases with changes of unknown extent, such as those by other programs.
  public var unknown: Int64 = 0
  /// Increases with every change of records or links of a root entity. An entity without a counter
  /// has never changed.
  public var entities: [String: Int64] = [:]

  /// Creates the marks of an unchanged store.
  public init() {}

  /// Whether something has changed since `earlier` that affects readers of these root entities.
  public func differ(from earlier: ChangeMarks, in entities: Set<String>) -> Bool {
    models != earlier.models || unknown != earlier.unknown
      || entities.contains { self.entities[$0] != earlier.entities[$0] }
  }

  /// Counts a change of records or links of these root entities.
  public mutating func raise(_ touched: Set<String>) {
    for entity in touched { entities[entity, default: 0] &+= 1 }
  }
}

extension ChangeSet {
  /// The root entities with changed records or links.
  ///
  /// A link counts for the end that names it, because readers of a relationship depend on both
  /// ends.
  public var touchedEntities: Set<String> {
    Set(
      inserted.map(\.entity) + updated.map(\.entity) + deleted.map(\.entity)
        + linked.map(\.pair.entity) + unlinked.map(\.entity)
    )
  }
}

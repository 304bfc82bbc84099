/// All entities that a store knows, in the order of their declaration.
public struct Schema: Hashable, Sendable {
  /// The entities in declared order.
  public let entities: [Entity]
  private let positions: [String: Int]

  /// Makes a schema; where names repeat, the last entity wins in its first place.
  public init(entities: [Entity] = []) {
    var kept: [Entity] = []
    var positions: [String: Int] = [:]
    for entity in entities {
      if let position = positions[entity.name] {
        kept[position] = entity
      } else {
        positions[entity.name] = kept.count
        kept.append(entity)
      }
    }
    self.entities = kept
    self.positions = positions
  }

  /// The entity called exactly `name`.
  public func entity(_ name: String) -> Entity? {
    positions[name].map { entities[$0] }
  }

  /// The schema with `entities` added, or put in the place of those of the same names.
  public func adding(_ added: [Entity]) -> Schema {
    Schema(entities: entities + added)
  }
}

/// All entities and named types that a store knows, in the order of their declaration.
public struct Schema: Hashable, Sendable {
  /// The entities in declared order.
  public let entities: [Entity]
  /// The enums and structs in declared order.
  public let types: [DeclaredType]
  private let positions: [String: Int]

  /// Makes a schema; where names repeat, the last one wins in the first one's place.
  public init(entities: [Entity] = [], types: [DeclaredType] = []) {
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
    self.entities = Self.withInherited(kept, positions)
    self.positions = positions
    self.types = types.reduce(into: []) { kept, type in
      if let position = kept.firstIndex(where: { $0.name == type.name }) {
        kept[position] = type
      } else {
        kept.append(type)
      }
    }
  }

  /// The entity called exactly `name`.
  public func entity(_ name: String) -> Entity? {
    positions[name].map { entities[$0] }
  }

  /// The enum or struct called exactly `name`.
  public func type(_ name: String) -> DeclaredType? {
    types.first { $0.name == name }
  }

  /// The schema with entities and types added, or put in the place of those of the same names.
  public func adding(_ added: [Entity], types addedTypes: [DeclaredType] = []) -> Schema {
    Schema(entities: entities + added, types: types + addedTypes)
  }
}

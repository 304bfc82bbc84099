/// The entities and named types of a store in declared order.
public struct Schema: Hashable, Sendable {
  /// The entities in declared order.
  public private(set) var entities: [Entity] = []
  /// The enums and structs in declared order.
  public private(set) var types: [DeclaredType] = []
  private var positions: [String: Int] = [:]
  private var typePositions: [String: Int] = [:]

  /// Creates a schema; if names repeat, the last one wins at the position of the first.
  public init(entities: [Entity] = [], types: [DeclaredType] = []) {
    add(entities)
    for type in types { add(type) }
  }

  /// The entity named exactly `name`.
  public func entity(_ name: String) -> Entity? {
    positions[name].map { entities[$0] }
  }

  /// The enum or struct named exactly `name`.
  public func type(_ name: String) -> DeclaredType? {
    typePositions[name].map { types[$0] }
  }

  /// The name that the entity `name` has in `old`.
  public func oldName(of name: String, in old: Schema) -> String {
    guard let oldName = entity(name)?.oldName, old.entity(name) == nil, old.entity(oldName) != nil
    else { return name }
    return oldName
  }

  /// The current name of the entity `name` of `old`; nil if it was removed.
  public func currentName(of name: String, in old: Schema) -> String? {
    if entity(name) != nil { return name }
    return entities.first { $0.oldName == name && old.entity($0.name) == nil }?.name
  }

  /// The schema with entities and types added, or replaced by those of the same name.
  public func adding(_ added: [Entity], types addedTypes: [DeclaredType] = []) -> Schema {
    var schema = self
    schema.add(added)
    for type in addedTypes { schema.add(type) }
    return schema
  }

  private mutating func add(_ added: [Entity]) {
    for entity in added {
      if let position = positions[entity.name] {
        entities[position] = entity
      } else {
        positions[entity.name] = entities.count
        entities.append(entity)
      }
    }
    guard hasInheritance else { return }
    var inheritance = Inheritance(entities, positions, changed: added.map(\.name))
    inheritance.complete()
    entities = inheritance.entities
  }

  private mutating func add(_ type: DeclaredType) {
    if let position = typePositions[type.name] {
      types[position] = type
    } else {
      typePositions[type.name] = types.count
      types.append(type)
    }
  }
}

/// All entities and named types that a store knows, in the order of their declaration.
public struct Schema: Hashable, Sendable {
  /// The entities in declared order.
  public private(set) var entities: [Entity] = []
  /// The enums and structs in declared order.
  public private(set) var types: [DeclaredType] = []
  /// The form of the URIs of the store's records; nil where these have none.
  public let recordURIs: RecordURIForm?
  private var positions: [String: Int] = [:]
  private var typePositions: [String: Int] = [:]

  /// Makes a schema; where names repeat, the last one wins in the first one's place.
  public init(
    entities: [Entity] = [],
    types: [DeclaredType] = [],
    recordURIs: RecordURIForm? = nil
  ) {
    self.recordURIs = recordURIs
    add(entities)
    for type in types { add(type) }
  }

  /// The entity called exactly `name`.
  public func entity(_ name: String) -> Entity? {
    positions[name].map { entities[$0] }
  }

  /// The enum or struct called exactly `name`.
  public func type(_ name: String) -> DeclaredType? {
    typePositions[name].map { types[$0] }
  }

  /// What the entity `name` was called in `old`, or is called there too.
  public func formerName(of name: String, in old: Schema) -> String {
    guard let former = entity(name)?.formerName, old.entity(name) == nil, old.entity(former) != nil
    else { return name }
    return former
  }

  /// What the entity `name` of `old` is called here; nil where it has gone.
  public func currentName(of name: String, in old: Schema) -> String? {
    if entity(name) != nil { return name }
    return entities.first { $0.formerName == name && old.entity($0.name) == nil }?.name
  }

  /// The schema with entities and types added, or put in the place of those of the same names.
  ///
  /// It takes time for what is added, as far as nothing specialises that.
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

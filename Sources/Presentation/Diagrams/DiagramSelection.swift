import Model
import Session

/// Selects the parts of a diagram of some models and types: these in full, and neighbors by name.
struct DiagramSelection {
  /// The requested names and the parent models, whose members they inherit.
  private(set) var chosen: Set<String>
  /// The boxes with members: the chosen names, and the enums and structs of their attributes.
  private(set) var whole: Set<String>
  /// The boxes without members: related models, submodels, and users of chosen enums and structs.
  private(set) var aside: Set<String> = []

  private let schema: Schema

  init(_ names: Set<String>, of schema: Schema) {
    self.schema = schema
    (chosen, whole) = (names, [])
    for entity in schema.entities where names.contains(entity.name) {
      chosen.formUnion(schema.lineage(of: entity.name))
    }
    for name in schema.declaredNames where chosen.contains(name) { addWhole(name) }
    for entity in schema.entities { addNeighbors(of: entity, names) }
    for name in schema.declaredNames
    where schema.declaredTypes(in: name).contains(where: names.contains) {
      aside.insert(name)
    }
    aside.subtract(whole)
  }

  /// Adds a model or type, and the types it uses.
  private mutating func addWhole(_ name: String) {
    guard whole.insert(name).inserted else { return }
    for type in schema.declaredTypes(in: name) { addWhole(type) }
  }

  private mutating func addNeighbors(of entity: Entity, _ names: Set<String>) {
    if let parent = entity.parent, names.contains(parent) { aside.insert(entity.name) }
    for case .relationship(let relationship) in entity.ownProperties {
      if chosen.contains(entity.name) { aside.insert(relationship.destination) }
      if chosen.contains(relationship.destination) { aside.insert(entity.name) }
    }
  }
}

extension Schema {
  /// The distinct names of the enums and structs used by a model's attributes or a struct's fields,
  /// in order.
  func declaredTypes(in name: String) -> [String] {
    var types: [ValueType] = []
    if let entity = entity(name) {
      for case .attribute(let attribute) in entity.ownProperties { types.append(attribute.type) }
    } else if case .composite(let composite) = type(name)?.type {
      types = composite.fields.map(\.type)
    }
    var names: [String] = []
    for case let used? in types.map(\.declaredName) where used != name && !names.contains(used) {
      names.append(used)
    }
    return names
  }
}

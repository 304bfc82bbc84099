import Model
import Session

/// What a picture of some models and types shows: all that a record of them has, and the names of what is around.
struct DiagramSelection {
  /// What was asked for, and the models that it specialises, whose members and relationships it has.
  private(set) var chosen: Set<String>
  /// What is drawn with its members: what is chosen, and the enums and structs that its attributes are of.
  private(set) var whole: Set<String>
  /// What is drawn with its name alone: models at the other ends of relationships, those that specialise what was asked
  /// for, and what has members of an enum or a struct that was.
  private(set) var aside: Set<String> = []

  private let schema: Schema

  init(_ names: Set<String>, of schema: Schema) {
    self.schema = schema
    (chosen, whole) = (names, [])
    for entity in schema.entities where names.contains(entity.name) {
      chosen.formUnion(schema.lineage(of: entity.name))
    }
    for name in schema.declaredNames where chosen.contains(name) { addWhole(name) }
    for entity in schema.entities { addNeighbours(of: entity, names) }
    for name in schema.declaredNames
    where schema.declaredTypes(in: name).contains(where: names.contains) {
      aside.insert(name)
    }
    aside.subtract(whole)
  }

  /// A model or a type, and the types that it is made of.
  private mutating func addWhole(_ name: String) {
    guard whole.insert(name).inserted else { return }
    for type in schema.declaredTypes(in: name) { addWhole(type) }
  }

  private mutating func addNeighbours(of entity: Entity, _ names: Set<String>) {
    if let parent = entity.parent, names.contains(parent) { aside.insert(entity.name) }
    for case .relationship(let relationship) in entity.ownProperties {
      if chosen.contains(entity.name) { aside.insert(relationship.destination) }
      if chosen.contains(relationship.destination) { aside.insert(entity.name) }
    }
  }
}

extension Schema {
  /// The names of the enums and structs that the attributes of a model, or the fields of a struct, are of: each once, in
  /// their order.
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

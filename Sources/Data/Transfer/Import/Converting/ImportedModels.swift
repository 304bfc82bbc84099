import Formats
import Model
import Session
import Storage

/// The models that a file creates: one for its records, one for the objects in each array, and a
/// struct for each other nested object.
struct ImportedModels {
  private let schema: Schema
  /// The new entities; owners come before the records they own.
  private(set) var entities: [Entity] = []
  /// The new structs; nested structs come first.
  private(set) var types: [DeclaredType] = []
  /// The records of the new entities, in the same order.
  private(set) var tables: [ImportedTable] = []

  private let isAllOptional: Bool

  /// Creates models for `table`; `name` is the model of its records.
  ///
  /// - Parameter isAllOptional: Whether every attribute may be nil.
  init(
    _ table: ReadTable,
    called name: String,
    in schema: Schema,
    isAllOptional: Bool = false
  ) {
    self.schema = schema
    self.isAllOptional = isAllOptional
    _ = add(table, name: name, owner: nil)
  }

  /// Adds the models of a table and its children. Returns the index of its entity.
  private mutating func add(_ table: ReadTable, name: String, owner: Owner?) -> Int {
    let place = entities.count
    var members = table.attributes.map { attribute in
      Attribute(
        name: attribute.name,
        type: named(attribute.type, field: attribute.name, in: name),
        isOptional: attribute.isOptional || isAllOptional
      )
    }.map(Property.attribute)
    if let owner { members.append(.relationship(owner.relationship)) }
    entities.append(Entity(name: name, properties: members))
    tables.append(
      ImportedTable(
        entity: name,
        count: table.count,
        columns: table.columns,
        owners: owner.map {
          ImportedOwners(relationship: $0.relationship.name, table: $0.table, rows: $0.rows)
        }
      )
    )
    for children in table.children {
      members.append(.relationship(add(children, to: name, members, place)))
    }
    entities[place] = Entity(name: name, properties: members)
    return place
  }

  /// Adds the model of records in arrays. Returns the relationship to it.
  private mutating func add(
    _ children: ReadChildren,
    to owner: String,
    _ members: [Property],
    _ place: Int
  ) -> Relationship {
    let field = children.path.components.last ?? "items"
    let taken = members.map(\.name)
    let name = Self.free(field, or: children.path.components.joined(separator: "_"), taken)
    let entity = freeTypeName(EnglishNoun.singular(field), within: owner)
    let attributes = children.table.attributes.map(\.name)
    let arrays = children.table.children.compactMap(\.path.components.last)
    let inverse = Self.free(
      DerivedName.uncapitalized(EnglishNoun.singular(owner)),
      or: "owner",
      attributes + arrays
    )
    let back = Relationship(
      name: inverse,
      destination: owner,
      isToMany: false,
      inverse: name
    )
    _ = add(
      children.table,
      name: entity,
      owner: Owner(relationship: back, table: place, rows: children.owners)
    )
    return Relationship(
      name: name,
      destination: entity,
      isToMany: true,
      deleteRule: .cascade,
      inverse: inverse
    )
  }

  /// The type, with a declared struct for each composite.
  private mutating func named(_ type: ValueType, field: String, in owner: String) -> ValueType {
    guard case .composite(let composite) = type else { return type }
    let fields = composite.fields.map {
      CompositeField(
        name: $0.name,
        type: named($0.type, field: $0.name, in: field),
        isOptional: $0.isOptional
      )
    }
    let known = (schema.types + types).first {
      guard case .composite(let other) = $0.type else { return false }
      return other.fields == fields && $0.name == DerivedName.typeName(forField: field)
    }
    if let known { return known.type }
    let name = freeTypeName(field, within: owner)
    let made = DeclaredType.structure(CompositeType(name: name, fields: fields))
    types.append(made)
    return made.type
  }

  /// An unused name for a type or entity: `Order`, else `UserOrder`, else `Order2`.
  private func freeTypeName(_ field: String, within owner: String) -> String {
    let scalars = ValueType.scalarsByName.map(\.name)
    let taken =
      scalars + schema.entities.map(\.name) + schema.types.map(\.name) + entities.map(\.name)
      + types.map(\.name)
    let name = DerivedName.typeName(forField: field)
    return Self.free(
      name,
      or: DerivedName.typeName(forField: EnglishNoun.singular(owner)) + name,
      taken
    )
  }

  /// The first unused name of two, or the first with a number; case is ignored.
  private static func free(_ name: String, or second: String, _ taken: [String]) -> String {
    let folded = Set(taken.map { $0.lowercased() })
    var candidate = folded.contains(name.lowercased()) ? second : name
    var number = 2
    while folded.contains(candidate.lowercased()) {
      candidate = "\(name)\(number)"
      number += 1
    }
    return candidate
  }

  /// The owner of an entity's records.
  private struct Owner {
    /// The relationship to the owner.
    let relationship: Relationship
    /// The index of the owner's table.
    let table: Int
    /// The owner's row for each record.
    let rows: [Int64]
  }
}

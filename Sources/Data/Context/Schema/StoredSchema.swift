import Columns
import Expressions
import Model
import Storage

/// A schema in terms of stored entities, with fast access to their columns.
final class StoredSchema: Sendable {
  let declared: Schema
  /// The root entities in declared order, including the members of their submodels.
  let entities: [Entity]
  private let layouts: [String: EntityLayout]
  private let constraints: [String: StoredConstraints]

  init(_ schema: Schema) {
    declared = schema
    entities = schema.storedEntities
    let byName = Dictionary(keepingFirst: entities.map { ($0.name, $0) })
    layouts = byName.mapValues { EntityLayout($0, in: byName) }
    constraints = byName.mapValues { schema.storedConstraints(of: $0.name) }
  }

  /// The columns of a root entity.
  func layout(_ entity: String) throws(StoreError) -> EntityLayout {
    guard let layout = layouts[entity] else { throw .unknownEntity(entity) }
    return layout
  }

  /// The rules and bounds of a root entity and its submodels.
  func constraints(of entity: String) -> StoredConstraints {
    constraints[entity] ?? StoredConstraints()
  }

  /// The relationship at `end`.
  func relationship(_ end: RelationshipEnd) throws(StoreError) -> Relationship {
    guard let relationship = try layout(end.entity).relationships[end.name] else {
      throw .unknownProperty(entity: end.entity, property: end.name)
    }
    return relationship
  }

  /// The inverse of `end`.
  func inverse(of end: RelationshipEnd) throws(StoreError) -> RelationshipEnd {
    let relationship = try relationship(end)
    return RelationshipEnd(entity: relationship.destination, name: relationship.inverse)
  }

  /// The reference to the relationship at `end`, under its stored name.
  func reference(_ end: RelationshipEnd) throws(StoreError) -> RelationshipReference {
    let relationship = try relationship(end)
    return RelationshipReference(
      entity: end.entity,
      name: end.name,
      destination: relationship.destination,
      isToMany: relationship.isToMany
    )
  }

  /// Whether the relationship is many-to-many.
  func isManyToMany(_ end: RelationshipEnd) throws(StoreError) -> Bool {
    let inverse = try inverse(of: end)
    let isToMany = try relationship(end).isToMany
    return isToMany ? try relationship(inverse).isToMany : false
  }
}

/// The columns of a root entity in a store.
struct EntityLayout: Sendable {
  let entity: Entity
  let fields: [StoredField]
  let fieldPlaces: [AttributePath: Int]
  /// An empty column for each of ``fields``.
  let emptyColumns: [Column]
  /// The to-one relationships.
  let references: [ReferenceLayout]
  let referencePlaces: [String: Int]
  let relationships: [String: Relationship]
  /// The unique keys: single attributes, then sets of attributes.
  let uniqueKeys: [[AttributePath]]
  /// The unique keys that ignore case or diacritics.
  let foldedKeys: [(paths: [AttributePath], match: StringMatch)]

  init(_ entity: Entity, in entities: [String: Entity]) {
    self.entity = entity
    let columns = entity.storedFields.map { ($0, Column.empty(of: $0.type)) }
    fields = columns.compactMap { $1 == nil ? nil : $0 }
    emptyColumns = columns.compactMap(\.1)
    fieldPlaces = Dictionary(keepingFirst: fields.enumerated().map { ($1.path, $0) })
    relationships = Dictionary(keepingFirst: entity.relationships.map { ($0.name, $0) })
    references = entity.relationships.filter { !$0.isToMany }.compactMap { relationship in
      entities[relationship.destination]?.relationship(relationship.inverse)
        .map { ReferenceLayout(relationship: relationship, inverse: $0) }
    }
    uniqueKeys = entity.allUniqueKeys.map { $0.map { AttributePath([$0]) } }
    foldedKeys = entity.constraints.foldedKeys.map { key in
      (key.attributes.map { AttributePath([$0]) }, key.match)
    }
    referencePlaces = Dictionary(
      keepingFirst: references.enumerated().map { ($1.relationship.name, $0) }
    )
  }

  /// The sources of all fields, then of all references, then of all positions.
  var allSources: [ColumnSource] {
    fields.map { .attribute($0.path) } + references.map { .toOne($0.relationship.name) }
      + references.filter(\.hasPositions).map { .position($0.relationship.name) }
  }
}

extension EntityLayout {
  /// Creates a column for a field; throws if there is no such field, or a value has another type.
  func column(
    of path: AttributePath,
    _ values: some Sequence<Value>
  ) throws(StoreError) -> Column {
    guard let place = fieldPlaces[path] else {
      throw .unknownProperty(entity: entity.name, property: path.description)
    }
    let builder = makeColumnBuilder(continuing: emptyColumns[place])
    for value in values {
      guard builder.append(value) else {
        throw .typeMismatch(entity: entity.name, property: path.description)
      }
    }
    return builder.column
  }

  /// Whether `new` has the same columns, and otherwise only optional ones without a default.
  func isPart(of new: EntityLayout) -> Bool {
    guard entity.identity == new.entity.identity else { return false }
    let keepsFields = fields.allSatisfy { field in
      new.fieldPlaces[field.path].map { new.fields[$0] == field } ?? false
    }
    let keepsReferences = references.allSatisfy { reference in
      new.referencePlaces[reference.relationship.name]
        .map { reference.isKept(as: new.references[$0]) } ?? false
    }
    return keepsFields && keepsReferences
      && new.fields.allSatisfy { field in
        fieldPlaces[field.path] != nil
          || field.isOptional
            && new.entity.attribute(field.path.components[0])?.defaultValue == nil
      }
      && new.references.allSatisfy { reference in
        referencePlaces[reference.relationship.name] != nil || reference.relationship.isOptional
      }
  }
}

extension ReferenceLayout {
  /// Whether a column of `other` has the same meaning.
  fileprivate func isKept(as other: ReferenceLayout) -> Bool {
    relationship.isKept(as: other.relationship) && inverse.isKept(as: other.inverse)
  }

  func value(_ target: RecordKey?) -> Value {
    target.map { .record(RecordID(entity: relationship.destination, key: $0)) } ?? .null
  }
}

extension Relationship {
  /// Whether `other` has the same meaning, regardless of bounds.
  func isKept(as other: Relationship) -> Bool {
    destination == other.destination && inverse == other.inverse && isToMany == other.isToMany
      && isOrdered == other.isOrdered && deleteRule == other.deleteRule
  }
}

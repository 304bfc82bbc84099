import Columns
import Model
import Storage

/// Which columns the table of an entity has, and in which places.
struct TableLayout: Hashable, Sendable {
  /// The entity's name.
  let entity: String
  /// One column for each stored field.
  let fields: [StoredField]
  /// One column for each to-one relationship.
  let references: [ReferenceLayout]
  /// The places of unique attributes among ``fields``.
  let uniqueFields: [Int]

  private let fieldPlaces: [AttributePath: Int]
  private let referencePlaces: [String: Int]

  /// Lays out `entity` of `schema`; throws where it is not fit for a table.
  init(_ entity: Entity, in schema: Schema) throws(StoreError) {
    self.entity = entity.name
    let fields = entity.storedFields
    let unique = Set(entity.attributes.filter(\.isUnique).map { AttributePath([$0.name]) })
    self.fields = fields
    uniqueFields = fields.indices.filter { unique.contains(fields[$0].path) }
    references = try Self.references(of: entity, in: schema)
    fieldPlaces = Dictionary(
      fields.enumerated().map { ($1.path, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    referencePlaces = Dictionary(
      references.enumerated().map { ($1.relationship.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    try checkTypes(of: entity)
  }

  /// The place of the column at `path` among ``fields``.
  func place(of path: AttributePath) -> Int? { fieldPlaces[path] }

  /// The place of the to-one relationship `name` among ``references``.
  func referencePlace(of name: String) -> Int? { referencePlaces[name] }

  /// An error that says why the entity can't be laid out so.
  private func unfit(_ reason: String) -> StoreError {
    .schemaConflict(entity: entity, conflicts: [.unfit(reason: reason)])
  }

  private static func references(
    of entity: Entity,
    in schema: Schema
  ) throws(StoreError) -> [ReferenceLayout] {
    var references: [ReferenceLayout] = []
    for relationship in entity.relationships {
      guard let inverse = schema.inverse(of: relationship, in: entity.name) else {
        throw .schemaConflict(
          entity: entity.name,
          conflicts: [
            .unfit(
              reason: "\(relationship.name) has no inverse in \(relationship.destination)"
            )
          ]
        )
      }
      guard !relationship.isToMany else { continue }
      references.append(ReferenceLayout(relationship: relationship, inverse: inverse))
    }
    return references
  }

  private func checkTypes(of entity: Entity) throws(StoreError) {
    for field in fields where Column.empty(of: field.type) == nil {
      throw unfit("\(field.path) is of type \(field.type), which can't be stored")
    }
    for attribute in entity.attributes where attribute.isUnique {
      switch attribute.type {
      case .composite: throw unfit("\(attribute.name) has several columns and can't be unique")
      case .list: throw unfit("\(attribute.name) is an array and can't be unique")
      default: break
      }
    }
  }
}

/// A column of references.
struct ReferenceLayout: Hashable, Sendable {
  /// The to-one relationship that the column holds.
  let relationship: Relationship
  /// The same from the other end.
  let inverse: Relationship

  /// Whether the other end keeps an order of its members, so that each row needs a position there.
  var hasPositions: Bool { inverse.isToMany && inverse.isOrdered }
}

extension Schema {
  /// The relationship that says the same as `relationship` of `entity` from its other end.
  func inverse(of relationship: Relationship, in entity: String) -> Relationship? {
    guard
      let inverse = self.entity(relationship.destination)?.relationship(relationship.inverse),
      inverse.destination == entity, inverse.inverse == relationship.name
    else { return nil }
    return inverse
  }
}

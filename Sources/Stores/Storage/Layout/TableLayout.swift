import Columns
public import Model

/// The columns of an entity's table and their order.
public struct TableLayout: Hashable, Sendable {
  /// The entity's name.
  public let entity: String
  /// One column for each stored field.
  public let fields: [StoredField]
  /// One column for each to-one relationship.
  public let references: [ReferenceLayout]
  /// The unique keys: single attributes, then sets of attributes.
  public let uniqueKeys: [UniqueKey]
  /// The unique keys that ignore case or diacritics, which tables do not know.
  public let foldedKeys: [UniqueKey: StringMatch]

  private let fieldPlaces: [AttributePath: Int]
  private let referencePlaces: [String: Int]

  /// Creates the layout of `entity` of `schema`; throws if a table cannot hold the entity.
  public init(_ entity: Entity, in schema: Schema) throws(StoreError) {
    self.entity = entity.name
    let fields = entity.storedFields
    self.fields = fields
    let places = Dictionary(keepingFirst: fields.enumerated().map { ($1.path, $0) })
    fieldPlaces = places
    uniqueKeys = entity.allUniqueKeys.compactMap { UniqueKey($0, places) }
    foldedKeys = Dictionary(
      keepingFirst: entity.constraints.foldedKeys.compactMap { key in
        UniqueKey(key.attributes, places).map { ($0, key.match) }
      }
    )
    references = try Self.references(of: entity, in: schema)
    referencePlaces = Dictionary(
      keepingFirst: references.enumerated().map { ($1.relationship.name, $0) }
    )
    try checkTypes(of: entity)
  }

  /// The index of the column at `path` in ``fields``; nil if there is none.
  public func place(of path: AttributePath) -> Int? { fieldPlaces[path] }

  /// The index of the to-one relationship `name` in ``references``; nil if there is none.
  public func referencePlace(of name: String) -> Int? { referencePlaces[name] }

  private static func unsupported(_ entity: String, _ reason: String) -> StoreError {
    .schemaConflict(entity: entity, conflicts: [.unsupported(reason: reason)])
  }

  private static func references(
    of entity: Entity,
    in schema: Schema
  ) throws(StoreError) -> [ReferenceLayout] {
    var references: [ReferenceLayout] = []
    for relationship in entity.relationships {
      guard let inverse = schema.inverse(of: relationship, in: entity.name) else {
        let reason = "\(relationship.name) has no inverse in \(relationship.destination)"
        throw unsupported(entity.name, reason)
      }
      guard !relationship.isToMany else { continue }
      references.append(ReferenceLayout(relationship: relationship, inverse: inverse))
    }
    return references
  }

  private func checkTypes(of entity: Entity) throws(StoreError) {
    for field in fields where Column.empty(of: field.type) == nil {
      throw Self.unsupported(
        entity.name,
        "\(field.path) is of type \(field.type), which can't be stored"
      )
    }
    for names in entity.identifyingKeys {
      for name in names { try checkKey(name, of: entity) }
    }
  }

  /// Checks that the attribute `name` can be part of a unique key.
  private func checkKey(_ name: String, of entity: Entity) throws(StoreError) {
    switch entity.attribute(name)?.type {
    case nil:
      throw Self.unsupported(entity.name, "\(name) is not a stored attribute and can't be unique")
    case .composite:
      throw Self.unsupported(entity.name, "\(name) has several columns and can't be unique")
    case .list: throw Self.unsupported(entity.name, "\(name) is an array and can't be unique")
    default: break
    }
  }
}

/// Fields that are unique together. Records with nil in one of them do not count.
public struct UniqueKey: Hashable, Sendable {
  /// The fields.
  public let paths: [AttributePath]
  /// The indices of the fields in the layout.
  public let places: [Int]

  /// Creates the key of the attributes `names`; nil if `fields` lacks one.
  public init?(_ names: [String], _ fields: [AttributePath: Int]) {
    paths = names.map { AttributePath([$0]) }
    places = paths.compactMap { fields[$0] }
    if places.count != names.count || names.isEmpty { return nil }
  }

  /// The names, for messages.
  public var description: String { paths.map(\.description).joined(separator: ", ") }
}

/// A column of references.
public struct ReferenceLayout: Hashable, Sendable {
  /// The to-one relationship that the column holds.
  public let relationship: Relationship
  /// Its inverse.
  public let inverse: Relationship

  /// Creates the layout of a column.
  public init(relationship: Relationship, inverse: Relationship) {
    self.relationship = relationship
    self.inverse = inverse
  }

  /// Whether the inverse is ordered, so that each row needs a position.
  public var hasPositions: Bool { inverse.isToMany && inverse.isOrdered }

  /// Whether both ends have at most one record.
  public var isOneToOne: Bool { !inverse.isToMany }

  /// Whether references to deleted records are kept, in case these are restored.
  public var keepsDangling: Bool { inverse.deleteRule == .noAction }
}

extension Schema {
  /// The inverse of `relationship` of `entity`; nil if the two do not match.
  public func inverse(of relationship: Relationship, in entity: String) -> Relationship? {
    guard
      let inverse = self.entity(relationship.destination)?.relationship(relationship.inverse),
      inverse.destination == entity, inverse.inverse == relationship.name
    else { return nil }
    return inverse
  }
}

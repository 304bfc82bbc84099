package import Model
package import SQLGeneration
package import Storage

/// The tables of a native store: one table for each root entity, with the entity's name and with
/// columns named after its fields, and one table for each many-to-many relationship.
///
/// The same schema always results in the same tables.
package struct NativeStoreLayout: Sendable {
  package private(set) var mapping = PhysicalMapping()
  /// The join tables of many-to-many relationships, sorted by name.
  package private(set) var joinTables: [JoinTable] = []

  package let dialect: SQLDialect
  private let schema: Schema
  /// The SQL schema with the tables.
  private let namespace: String?
  private var tableNames: UniqueIdentifiers

  /// The join table of a many-to-many relationship.
  package struct JoinTable: Hashable, Sendable {
    /// The end whose owners are in the first column.
    package let first: RelationshipEnd
    /// The end whose owners are in the second column.
    package let second: RelationshipEnd
    /// The table as seen from the first end.
    package let mapping: JoinTableMapping
  }

  /// Lays out the entities of a stored schema.
  package init(_ schema: Schema, _ dialect: SQLDialect, in namespace: String? = nil) {
    (self.schema, self.dialect, self.namespace) = (schema, dialect, namespace)
    tableNames = UniqueIdentifiers(dialect)
    for entity in schema.entities {
      mapping.entities[entity.name] = entityMapping(entity)
    }
    for entity in schema.entities {
      for relationship in entity.relationships where relationship.isToMany {
        addToMany(relationship, of: entity)
      }
    }
    joinTables.sort { $0.mapping.table < $1.mapping.table }
  }

  private mutating func entityMapping(_ entity: Entity) -> EntityMapping {
    var names = UniqueIdentifiers(dialect)
    let hasID =
      entity.storedFields.contains { $0.path.description.lowercased() == "id" }
      || entity.relationships.contains { $0.name.lowercased() == "id" }
    let key = names.take(hasID ? "@id" : "id")
    var result = EntityMapping(
      entity: entity.name,
      table: tableNames.take(Self.unreserved(entity.name)),
      schema: namespace,
      rowNumber: key,
      key: .number(column: key)
    )
    for field in entity.storedFields {
      let name = names.take(dialect.unreservedColumn(field.path.description))
      result.fields[field.path] = ColumnMapping(
        name,
        dialect.codec(of: field.type),
        isTrusted: true
      )
    }
    for relationship in entity.relationships where !relationship.isToMany {
      guard let inverse = schema.inverse(of: relationship, in: entity.name) else { continue }
      let layout = ReferenceLayout(relationship: relationship, inverse: inverse)
      result.toOnes[relationship.name] = ToOneMapping(
        columns: [names.take(dialect.unreservedColumn(relationship.name))],
        position: layout.hasPositions ? names.take(relationship.name + " position") : nil,
        mayDangle: layout.keepsDangling,
        holdsNumbers: true
      )
    }
    return result
  }

  private mutating func addToMany(_ relationship: Relationship, of entity: Entity) {
    guard let inverse = schema.inverse(of: relationship, in: entity.name) else { return }
    guard inverse.isToMany else {
      mapping.entities[entity.name]?.toManys[relationship.name] = .inverse
      return
    }
    let end = RelationshipEnd(entity: entity.name, name: relationship.name)
    let other = RelationshipEnd(entity: relationship.destination, name: inverse.name)
    guard mapping.entities[end.entity]?.toManys[end.name] == nil else { return }
    let isFirst = end.isDeclared(before: other)
    let table = joinTable(isFirst ? end : other, isFirst ? other : end)
    joinTables.append(table)
    mapping.entities[table.second.entity]?.toManys[table.second.name] =
      .joinTable(table.mapping.fromOtherEnd)
    mapping.entities[table.first.entity]?.toManys[table.first.name] = .joinTable(table.mapping)
  }

  private mutating func joinTable(_ first: RelationshipEnd, _ second: RelationshipEnd) -> JoinTable
  {
    var names = UniqueIdentifiers(dialect)
    let owner = names.take(first.entity)
    let member = names.take(second.entity)
    let isOrdered = schema.entity(first.entity)?.relationship(first.name)?.isOrdered ?? false
    let isBackOrdered = schema.entity(second.entity)?.relationship(second.name)?.isOrdered ?? false
    return JoinTable(
      first: first,
      second: second,
      mapping: JoinTableMapping(
        table: tableNames.take("\(first.entity).\(first.name)"),
        schema: namespace,
        owner: JoinColumn(owner),
        member: JoinColumn(member),
        position: isOrdered ? names.take("position") : nil,
        inversePosition: first == second || !isBackOrdered ? nil : names.take("inverse position"),
        isSymmetric: first == second
      )
    )
  }

  /// The names of views for entities, which differ from those of the tables.
  func viewNames(_ entities: [String]) -> [String] {
    var names = tableNames
    return entities.map { names.take(Self.unreserved($0)) }
  }

  /// The name, with a prefix if SQLite or this format reserves it.
  private static func unreserved(_ name: String) -> String {
    let folded = name.lowercased()
    return folded.hasPrefix("sqlite_") || folded.hasPrefix("martlet_") ? "@" + name : name
  }
}

extension SQLDialect {
  /// The codec for values of a stored type.
  fileprivate func codec(of type: ValueType) -> ColumnCodec {
    if self == .postgreSQL, let type = Self.serverType(of: type) { return .server(type) }
    return switch type {
    case .bool: .bool
    case .int: .integer
    case .double: .real
    case .decimal: .decimalText
    case .date: .date(.microseconds)
    case .uuid: .uuidText
    case .data: .blob
    case .list: .json
    default: .text
    }
  }

  /// The server's type for values of a stored type; nil for arrays, which are JSON.
  private static func serverType(of type: ValueType) -> ServerType? {
    switch type {
    case .bool: .boolean
    case .int: .integer
    case .double: .real
    case .decimal: .numeric(isBounded: true)
    case .date: .timestampWithZone
    case .uuid: .uuid
    case .data: .bytes
    case .list: nil
    default: .text
    }
  }

  /// The name of a column, with a prefix if the database reserves it.
  fileprivate func unreservedColumn(_ name: String) -> String {
    let reserved = ["ctid", "xmin", "xmax", "cmin", "cmax", "tableoid"]
    return self == .postgreSQL && reserved.contains(name.lowercased()) ? "@" + name : name
  }
}

extension RelationshipEnd {
  /// Whether this end names the relationship: the one with a visible name, otherwise the lesser
  /// one.
  fileprivate func isDeclared(before other: RelationshipEnd) -> Bool {
    let (isHidden, isOtherHidden) = (name.hasPrefix("@"), other.name.hasPrefix("@"))
    if isHidden != isOtherHidden { return isOtherHidden }
    return (entity, name) < (other.entity, other.name)
  }
}

extension JoinTableMapping {
  /// The name of the index that finds owners.
  package func memberIndex(_ dialect: SQLDialect) -> String { dialect.fitting("pairs \(table)") }

  /// The table as seen from the other end.
  package var fromOtherEnd: JoinTableMapping {
    JoinTableMapping(
      table: table,
      schema: schema,
      owner: member,
      member: owner,
      position: inversePosition,
      inversePosition: position,
      isSymmetric: isSymmetric
    )
  }
}

package import Model
package import SQLGeneration
import Storage

/// The SQL that creates the tables of a native store.
package struct NativeStoreTables {
  package let schema: Schema
  package let layout: NativeStoreLayout

  private var dialect: SQLDialect { layout.dialect }

  /// An index with the statement that creates it.
  package struct Index: Hashable {
    package let name: String
    package let sql: String
    /// Whether it is the index of a compound unique key.
    package let isCompoundKey: Bool
  }

  /// The statement that creates the table of an entity with the name `table`, without its indexes.
  ///
  /// - Parameter requiresValues: Whether required columns are NOT NULL.
  package func creation(of entity: Entity, as table: String, requiresValues: Bool = true) -> String
  {
    guard let mapping = layout.mapping.entities[entity.name] else { return "" }
    let number = dialect.number
    var lines = ["\(mapping.rowNumber.quotedForSQL) \(number) PRIMARY KEY"]
    for field in entity.storedFields {
      guard let column = mapping.fields[field.path] else { continue }
      let type =
        dialect.declaredType(of: column.codec)
        + (field.isOptional || !requiresValues ? "" : " NOT NULL")
      lines.append("\(column.name.quotedForSQL) \(type)")
    }
    for relationship in entity.relationships {
      guard let toOne = mapping.toOnes[relationship.name], let column = toOne.columns.first else {
        continue
      }
      let reference = toOne.mayDangle ? "" : inlineReference(to: relationship.destination)
      lines.append("\(column.quotedForSQL) \(number)\(reference)")
      if let position = toOne.position { lines.append("\(position.quotedForSQL) \(number)") }
    }
    return "CREATE TABLE \(table.quotedForSQL) (\n  \(lines.joined(separator: ",\n  "))\n)"
  }

  /// The indexes of an entity's table: for its unique keys, declared indexes, and references.
  package func indexes(of entity: Entity) -> [Index] {
    guard let mapping = layout.mapping.entities[entity.name] else { return [] }
    var names = UniqueIdentifiers(dialect)
    func index(_ word: String, _ columns: [String], isUnique: Bool) -> Index {
      let name = names.take("\(word) \(mapping.table).\(columns.joined(separator: ","))")
      let list = columns.map(\.quotedForSQL).joined(separator: ", ")
      return Index(
        name: name,
        sql: dialect.index(name, on: mapping.table, list, isUnique: isUnique),
        isCompoundKey: isUnique && columns.count > 1
      )
    }
    func columns(_ names: [String]) -> [String]? {
      let columns = names.compactMap { name in
        mapping.fields[AttributePath([name])]?.name ?? mapping.toOnes[name]?.columns.first
      }
      return columns.count == names.count && !columns.isEmpty ? columns : nil
    }
    return entity.allUniqueKeys.compactMap(columns).map { index("unique", $0, isUnique: true) }
      + entity.constraints.indexes.compactMap(columns).map { index("index", $0, isUnique: false) }
      + entity.relationships.compactMap { mapping.toOnes[$0.name] }.map { toOne in
        index("reference", toOne.columns + [toOne.position].compactMap { $0 }, isUnique: false)
      }
  }

  /// The statements that create a join table.
  package func creation(of table: NativeStoreLayout.JoinTable) -> [String] {
    let mapping = table.mapping
    let (owner, member) = (mapping.owner.name.quotedForSQL, mapping.member.name.quotedForSQL)
    let positions = [mapping.position, mapping.inversePosition].compactMap { $0 }
      .map { ",\n  \($0.quotedForSQL) \(dialect.number)" }.joined()
    return [
      """
      CREATE TABLE \(mapping.table.quotedForSQL) (
        \(owner) \(dialect.number) NOT NULL\(inlineReference(to: table.first.entity)),
        \(member) \(dialect.number) NOT NULL\(inlineReference(to: table.second.entity))\(positions),
        PRIMARY KEY (\(owner), \(member))
      )\(dialect == .sqlite ? " WITHOUT ROWID" : "")
      """,
      "CREATE INDEX \(mapping.memberIndex(dialect).quotedForSQL)"
        + " ON \(mapping.table.quotedForSQL) (\(member), \(owner))",
    ]
  }

  /// The statements that create a view for each submodel.
  package func views(of declared: Schema) -> [(name: String, sql: String)] {
    let entities = declared.entities.filter { $0.parent != nil }
    return zip(entities, layout.viewNames(entities.map(\.name))).compactMap { entity, name in
      guard let root = layout.mapping.entities[declared.root(of: entity.name)],
        let kind = root.fields[AttributePath([Schema.kindAttribute])]
      else { return nil }
      let kinds = declared.kinds(of: entity.name)
        .map(\.literalForSQL).joined(separator: ", ")
      return (
        name,
        "CREATE VIEW \(name.quotedForSQL) AS SELECT * FROM \(root.table.quotedForSQL)"
          + " WHERE \(kind.name.quotedForSQL) IN (\(kinds))"
      )
    }
  }

  /// A foreign key of a table, for databases that check those of whole tables when they are added.
  package struct ForeignKey: Hashable {
    package let table: String
    package let name: String
    package let sql: String
  }

  /// The foreign keys of all tables; empty if they are parts of the tables' definitions.
  package var foreignKeys: [ForeignKey] {
    guard dialect == .postgreSQL else { return [] }
    let own = schema.entities.flatMap { entity -> [ForeignKey] in
      guard let mapping = layout.mapping.entities[entity.name] else { return [] }
      return entity.relationships.compactMap { relationship in
        guard let toOne = mapping.toOnes[relationship.name], !toOne.mayDangle,
          let column = toOne.columns.first
        else { return nil }
        return foreignKey(mapping.table, column, to: relationship.destination)
      }
    }
    return own
      + layout.joinTables.flatMap { table in
        [
          foreignKey(table.mapping.table, table.mapping.owner.name, to: table.first.entity),
          foreignKey(table.mapping.table, table.mapping.member.name, to: table.second.entity),
        ]
      }
  }

  private func foreignKey(_ table: String, _ column: String, to entity: String) -> ForeignKey {
    let name = dialect.fitting("reference \(table).\(column)")
    return ForeignKey(
      table: table,
      name: name,
      sql: "ALTER TABLE \(table.quotedForSQL) ADD CONSTRAINT \(name.quotedForSQL)"
        + " FOREIGN KEY (\(column.quotedForSQL))" + reference(to: entity)
    )
  }

  private func inlineReference(to entity: String) -> String {
    dialect == .sqlite ? reference(to: entity) : ""
  }

  private func reference(to entity: String) -> String {
    guard let mapping = layout.mapping.entities[entity] else { return "" }
    return " REFERENCES \(mapping.table.quotedForSQL)(\(mapping.rowNumber.quotedForSQL))"
      + " DEFERRABLE INITIALLY DEFERRED"
  }
}

extension SQLDialect {
  /// The type of whole numbers.
  package var number: String { self == .sqlite ? "INTEGER" : "bigint" }

  /// The statement that creates an index. Unique values are checked at the end of a change where
  /// the database can do that, so that records can exchange them.
  fileprivate func index(
    _ name: String,
    on table: String,
    _ columns: String,
    isUnique: Bool
  ) -> String {
    if isUnique, self == .postgreSQL {
      return "ALTER TABLE \(table.quotedForSQL) ADD CONSTRAINT \(name.quotedForSQL)"
        + " UNIQUE (\(columns)) DEFERRABLE INITIALLY DEFERRED"
    }
    return "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name.quotedForSQL)"
      + " ON \(table.quotedForSQL) (\(columns))"
  }
}

extension SQLDialect {
  /// The declared type of a column. On servers, arrays are JSON in a string.
  fileprivate func declaredType(of codec: ColumnCodec) -> String {
    if self == .postgreSQL, codec == .json { return "text" }
    return codec.declaredType
  }
}

extension ColumnCodec {
  /// The declared type of a column: it describes the encoding, and has the right affinity.
  fileprivate var declaredType: String {
    switch self {
    case .integer, .labels: "INTEGER"
    case .real: "REAL"
    case .text, .looseText: "TEXT"
    case .blob, .externalBlob, .archive: "BLOB"
    case .bool: "BOOLEAN"
    case .date: "DATE_MICROSECONDS"
    case .uuidBytes: "UUID_BLOB"
    case .uuidText: "UUID_TEXT"
    case .decimalText: "DECIMAL_TEXT"
    case .decimalNumber: "NUMERIC"
    case .json: "JSON_TEXT"
    case .server(let type): type.declaration
    }
  }
}

extension ServerType {
  /// The type of a column of a native store.
  package var writtenType: String {
    switch self {
    case .boolean: "boolean"
    case .integer: "bigint"
    case .real: "double precision"
    case .numeric: "numeric"
    case .uuid: "uuid"
    case .bytes: "bytea"
    case .date, .timestamp, .timestampWithZone: "timestamptz"
    case .text, .asText, .network, .array: "text"
    }
  }

  /// The same with the order of strings.
  fileprivate var declaration: String {
    writtenType == "text" ? "text COLLATE \"C\"" : writtenType
  }
}

import Model
import SQLGeneration
import Storage

/// The SQL that creates the tables of a native store.
struct NativeStoreTables {
  let schema: Schema
  let layout: NativeStoreLayout

  /// An index with the statement that creates it.
  struct Index: Hashable {
    let name: String
    let sql: String
    /// Whether it is the index of a compound unique key.
    let isCompoundKey: Bool
  }

  /// The statement that creates the table of an entity with the name `table`, without its indexes.
  ///
  /// - Parameter requiresValues: Whether required columns are NOT NULL.
  func creation(of entity: Entity, as table: String, requiresValues: Bool = true) -> String {
    guard let mapping = layout.mapping.entities[entity.name] else { return "" }
    var lines = ["\(mapping.rowNumber.quotedForSQL) INTEGER PRIMARY KEY"]
    for field in entity.storedFields {
      guard let column = mapping.fields[field.path] else { continue }
      let type =
        column.codec.declaredType + (field.isOptional || !requiresValues ? "" : " NOT NULL")
      lines.append("\(column.name.quotedForSQL) \(type)")
    }
    for relationship in entity.relationships {
      guard let toOne = mapping.toOnes[relationship.name], let column = toOne.columns.first else {
        continue
      }
      let reference = toOne.mayDangle ? "" : self.reference(to: relationship.destination)
      lines.append("\(column.quotedForSQL) INTEGER\(reference)")
      if let position = toOne.position { lines.append("\(position.quotedForSQL) INTEGER") }
    }
    return "CREATE TABLE \(table.quotedForSQL) (\n  \(lines.joined(separator: ",\n  "))\n)"
  }

  /// The indexes of an entity's table: for its unique keys, declared indexes, and references.
  func indexes(of entity: Entity) -> [Index] {
    guard let mapping = layout.mapping.entities[entity.name] else { return [] }
    var names = UniqueIdentifiers()
    func index(_ word: String, _ columns: [String], isUnique: Bool) -> Index {
      let name = names.take("\(word) \(mapping.table).\(columns.joined(separator: ","))")
      let list = columns.map(\.quotedForSQL).joined(separator: ", ")
      return Index(
        name: name,
        sql: "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name.quotedForSQL)"
          + " ON \(mapping.table.quotedForSQL) (\(list))",
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
  func creation(of table: NativeStoreLayout.JoinTable) -> [String] {
    let mapping = table.mapping
    let (owner, member) = (mapping.owner.name.quotedForSQL, mapping.member.name.quotedForSQL)
    let positions = [mapping.position, mapping.inversePosition].compactMap { $0 }
      .map { ",\n  \($0.quotedForSQL) INTEGER" }.joined()
    return [
      """
      CREATE TABLE \(mapping.table.quotedForSQL) (
        \(owner) INTEGER NOT NULL\(reference(to: table.first.entity)),
        \(member) INTEGER NOT NULL\(reference(to: table.second.entity))\(positions),
        PRIMARY KEY (\(owner), \(member))
      ) WITHOUT ROWID
      """,
      "CREATE INDEX \(mapping.memberIndex.quotedForSQL)"
        + " ON \(mapping.table.quotedForSQL) (\(member), \(owner))",
    ]
  }

  /// The statements that create a view for each submodel.
  func views(of declared: Schema) -> [(name: String, sql: String)] {
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

  private func reference(to entity: String) -> String {
    guard let mapping = layout.mapping.entities[entity] else { return "" }
    return " REFERENCES \(mapping.table.quotedForSQL)(\(mapping.rowNumber.quotedForSQL))"
      + " DEFERRABLE INITIALLY DEFERRED"
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
    // Types of servers are not in files.
    case .server: "TEXT"
    }
  }
}

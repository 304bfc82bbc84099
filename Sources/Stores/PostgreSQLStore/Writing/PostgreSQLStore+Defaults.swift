import Columns
public import Model
import SQLGeneration
public import Storage

extension PostgreSQLStore: KeyComputingStore {
  /// Values from the default of a column of a key in the tables of other programs.
  public func computeValues(
    _ count: Int,
    of attribute: String,
    in entity: String,
    isPreview: Bool
  ) throws -> [Value]? {
    let table = try lastModel.table(entity)
    guard namespace == nil, count > 0,
      let column = table.mapping.fields[AttributePath([attribute])]?.name,
      let part = table.key.first(where: { $0.name == column })
    else { return nil }
    do {
      return try connections.begin { connection throws(ServerFailure) in
        let facts = try lastModel.facts.columns(of: table.mapping.qualifiedTable, connection)
        guard let fact = facts[column], let text = fact.defaultText else {
          connections.put(connection)
          return nil
        }
        let shown =
          try isPreview ? SequencePreview.showing(text, count: count, connection) : text
        let value = part.server.selected("(\(shown))::\(fact.typeName)")
        let result = try connection.run(
          SQLFragment("SELECT \(value) FROM generate_series(0, \(count - 1)) AS v (place)")
        )
        connections.put(connection)
        var invalid = 0
        let values = result.column(0, part.type, &invalid)
        return values.map { values in (0..<count).map { values.value(at: $0) } }
      }
    } catch let failure as ServerFailure {
      throw failure.error(connections.address, "write", waited: connections.timeout)
    }
  }
}

extension PostgreSQLStore: PermittingStore {
  /// Asks the server for the privileges that the changes need.
  public func checkPermission(for changes: ChangeSet) throws {
    if namespace != nil { return }
    let model = lastModel
    var needed: [(table: String, privilege: String)] = []
    func add(_ entity: String, _ privilege: String) throws {
      needed.append((try model.table(entity).mapping.qualifiedTable, privilege))
    }
    for rows in changes.inserted { try add(rows.entity, "INSERT") }
    for rows in changes.updated { try add(rows.entity, "UPDATE") }
    for selection in changes.deleted { try add(selection.entity, "DELETE") }
    func add(_ pairs: [RecordPair], _ privilege: String) throws {
      let relationships = Dictionary(grouping: pairs) { [$0.entity, $0.relationship] }
      for pair in relationships.values.compactMap(\.first) {
        let mapping = try model.table(pair.entity).mapping.toManys[pair.relationship]
        if case .joinTable(let table)? = mapping {
          needed.append((table.qualifiedTable, privilege))
        }
      }
    }
    try add(changes.linked.map(\.pair), "INSERT")
    try add(changes.unlinked, "DELETE")
    if needed.isEmpty { return }
    let tables = try TextArray.binding(needed.map { $0.table })
    let privileges = try TextArray.binding(needed.map { $0.privilege })
    let result = try reading { connection throws(ServerFailure) in
      try connection.run(
        "SELECT c.relname::text FROM unnest(" + tables + ", " + privileges
          + ") AS v(name, privilege) JOIN pg_class c ON c.oid = to_regclass(v.name)"
          + " WHERE NOT has_table_privilege(c.oid, v.privilege) AND (v.privilege = 'DELETE'"
          + " OR NOT has_any_column_privilege(c.oid, v.privilege)) LIMIT 1"
      )
    }
    guard result.rowCount > 0, let table = result.text(0, 0) else { return }
    throw ServerFault.statement(code: "42501", reason: "permission denied for table \(table)")
      .error(path, "write")
  }
}

import Columns
import Model
import NativeStores
import SQLGeneration
import Storage

/// Finds the records that violate a constraint of the server.
struct ViolationFinder {
  private let model: ServerModel
  private let transaction: ServerTransaction
  private let changes: ChangeSet

  init(_ model: ServerModel, _ transaction: ServerTransaction, _ changes: ChangeSet) {
    (self.model, self.transaction, self.changes) = (model, transaction, changes)
  }

  /// The error for a violation; the failure itself if models cannot express the constraint.
  ///
  /// - Parameter areWritten: Whether the changed records are in their tables, or rolled back.
  func error(_ failure: ServerFailure, areWritten: Bool) throws -> any Error {
    switch failure.code {
    case "23505":
      for rows in changes.inserted + changes.updated {
        if let error = try uniqueConflict(rows, areWritten) { return error }
      }
      return try existingRecord() ?? failure
    case "23503": return try danglingLink(failure) ?? failure
    default: return try RefusedValueFinder(model, transaction, changes).error(failure) ?? failure
    }
  }

  // MARK: Unique keys

  private func uniqueConflict(_ rows: RecordRows, _ areWritten: Bool) throws -> StoreError? {
    let table = try model.table(rows.entity)
    for key in table.layout.uniqueKeys {
      let columns = key.paths.compactMap { table.mapping.fields[$0] }
      guard columns.count == key.paths.count, rows.columns.keys.contains(where: key.paths.contains)
      else { continue }
      let found =
        areWritten
        ? try conflict(key, columns, rows, table)
        : try conflictWithNewValues(key, columns, rows, table)
      if let found { return found }
    }
    return nil
  }

  /// A written record that has the values of a key of another one; of two changed records, the
  /// first one counts as the existing one.
  private func conflict(
    _ key: UniqueKey,
    _ columns: [ColumnMapping],
    _ rows: RecordRows,
    _ table: ServerModel.Table
  ) throws -> StoreError? {
    guard let number = table.numberColumn?.quotedForSQL else { return nil }
    let changed = (changes.inserted + changes.updated).filter { $0.entity == rows.entity }
    let numbers = changed.flatMap { $0.keys.all.map(Optional.some).numbers }
    let array = try TextArray.binding(numbers.map { $0.map { "\($0)" } })
    let name = table.mapping.qualifiedTable
    let names = columns.map(\.name.quotedForSQL)
    let same = names.map { "e.\($0) = n.\($0)" }.joined(separator: " AND ")
    let result = try transaction.run(
      "WITH v AS (SELECT * FROM unnest(" + array + "::int8[]) WITH ORDINALITY AS v(id, place))"
        + " SELECT e.\(number), \(names.map { "n.\($0)" }.joined(separator: ", "))"
        + " FROM v JOIN \(name) AS n ON n.\(number) = v.id"
        + " JOIN \(name) AS e ON \(same) AND e.\(number) <> n.\(number)"
        + " LEFT JOIN v AS w ON w.id = e.\(number)"
        + " WHERE w.id IS NULL OR w.place < v.place ORDER BY v.place, w.place NULLS FIRST LIMIT 1"
    )
    guard result.rowCount > 0, let existing = result.references(0).first else { return nil }
    var values: [Value] = []
    for (place, path) in key.places.enumerated() {
      var invalid = 0
      let type = table.layout.fields[path].type
      values.append(result.column(place + 1, type, &invalid)?.value(at: 0) ?? .null)
    }
    return error(key, values, .number(existing), table)
  }

  private func error(
    _ key: UniqueKey,
    _ values: [Value],
    _ existing: RecordKey?,
    _ table: ServerModel.Table
  ) -> StoreError {
    .uniqueConflict(
      entity: table.mapping.entity,
      attribute: key.description,
      value: values.count == 1 ? values[0] : .list(values),
      existing: existing.map { RecordID(entity: table.mapping.entity, key: $0) }
    )
  }

  /// A record in the table that has the values that a changed record would get.
  private func conflictWithNewValues(
    _ key: UniqueKey,
    _ columns: [ColumnMapping],
    _ rows: RecordRows,
    _ table: ServerModel.Table
  ) throws -> StoreError? {
    let given = key.paths.compactMap { rows.columns[$0] }
    guard given.count == key.paths.count else { return nil }
    let own = rows.keys.all
    var seen: [[Value]: RecordKey] = [:]
    for row in 0..<rows.count {
      let values = given.map { $0.value(at: row) }
      if values.contains(where: \.isNull) { continue }
      if let first = seen.updateValue(own[row], forKey: values) {
        return error(key, values, first, table)
      }
    }
    let facts = try model.facts.columns(
      of: table.mapping.qualifiedTable,
      transaction.connection
    )
    var conditions: [String] = []
    var arrays: [SQLFragment] = []
    for (column, values) in zip(columns, given) {
      let name = column.name.quotedForSQL
      let texts = (0..<rows.count).map { column.codec.serverText(of: values.value(at: $0)) }
      arrays.append(try TextArray.binding(texts))
      let (sign, type) = facts[column.name].map { ($0.equality, $0.typeName) } ?? ("=", "text")
      conditions.append("t.\(name) \(sign) v.\(name)::\(type)")
    }
    let names = columns.map(\.name.quotedForSQL).joined(separator: ", ")
    let keyNames = table.key.map { $0.server.selected("t.\($0.name.quotedForSQL)") }
    let result = try transaction.run(
      "SELECT v.\"@place\", \(keyNames.joined(separator: ", "))"
        + " FROM \(table.mapping.ownRows) AS t JOIN unnest("
        + arrays.joined(", ") + ") WITH ORDINALITY AS v(\(names), \"@place\") ON "
        + conditions.joined(separator: " AND ") + " ORDER BY 1"
    )
    let keys = keyColumns(result, table)
    for (row, place) in result.references(0).enumerated() where place > 0 {
      let existing = self.key(keys, row, table)
      if existing == own[Int(place) - 1] { continue }
      let values = given.map { $0.value(at: Int(place) - 1) }
      return error(key, values, existing, table)
    }
    return nil
  }

  private func keyColumns(_ result: ServerResult, _ table: ServerModel.Table) -> [Column?] {
    var invalid = 0
    return table.key.enumerated().map { result.column($0 + 1, $1.type, &invalid) }
  }

  private func key(_ columns: [Column?], _ row: Int, _ table: ServerModel.Table) -> RecordKey {
    let parts = columns.map { $0?.value(at: row) ?? .null }
    if table.numberColumn != nil, case .int(let number)? = parts.first { return .number(number) }
    return .values(parts)
  }

  /// The first inserted record whose key another record has.
  private func existingRecord() throws -> StoreError? {
    for rows in changes.inserted {
      let table = try model.table(rows.entity)
      let facts = try model.facts.columns(
        of: table.mapping.qualifiedTable,
        transaction.connection
      )
      let key = try WrittenColumns.key(of: rows.keys.all, table, facts)
      var arrays: [SQLFragment] = []
      for part in key { arrays.append(try TextArray.binding((0..<rows.count).map(part.text))) }
      let names = key.map(\.name.quotedForSQL).joined(separator: ", ")
      let result = try transaction.run(
        "SELECT v.\"@place\" FROM \(table.mapping.ownRows) AS t JOIN unnest("
          + arrays.joined(", ") + ") WITH ORDINALITY AS v(\(names), \"@place\") ON "
          + ServerWriter.equality(key) + " ORDER BY 1 LIMIT 1"
      )
      if let place = result.references(0).first {
        return .recordExists(RecordID(entity: rows.entity, key: rows.keys[Int(place) - 1]))
      }
    }
    return nil
  }

  // MARK: Foreign keys

  /// The relationship with a foreign key.
  private func danglingLink(_ failure: ServerFailure) throws -> StoreError? {
    guard let constraint = failure.constraint, let name = failure.table else { return nil }
    let result = try transaction.run(
      SQLFragment(
        "SELECT a.attname FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid"
          + " JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]"
          + " WHERE k.contype = 'f' AND k.conname = ",
        " AND c.relname = ",
        binding: .text(constraint),
        .text(name)
      )
    )
    guard result.rowCount > 0, let column = result.text(0, 0) else { return nil }
    for (entity, mapping) in model.mapping.entities.sorted(by: { $0.key < $1.key }) {
      if mapping.table == name,
        let relationship = mapping.toOnes.first(where: { $0.value.columns.contains(column) })?.key
      {
        return .danglingLink(entity: entity, relationship: relationship)
      }
      for (relationship, toMany) in mapping.toManys.sorted(by: { $0.key < $1.key }) {
        if case .joinTable(let join) = toMany, join.table == name {
          return .danglingLink(entity: entity, relationship: relationship)
        }
      }
    }
    return nil
  }
}

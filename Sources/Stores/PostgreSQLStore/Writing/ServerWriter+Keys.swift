import Model
import SQLGeneration
import Storage

/// Statements about the rows with some keys.
extension ServerWriter {
  /// `unnest(…) AS v(…)` with the texts of some rows; columns of values are named `c0`, `c1`, ….
  ///
  /// - Parameter isNumbered: Whether to add the column `@place`, which counts from 1.
  func unnested(
    _ columns: [WrittenColumn],
    _ rows: some Collection<Int>,
    values: [WrittenColumn] = [],
    isNumbered: Bool = false
  ) throws -> SQLFragment {
    var names =
      columns.map(\.name.quotedForSQL) + values.indices.map { "c\($0)".quotedForSQL }
    if isNumbered { names.append("\"@place\"") }
    var arrays: [SQLFragment] = []
    for column in columns + values {
      arrays.append(try TextArray.binding(rows.lazy.map(column.text)))
    }
    return "unnest(" + arrays.joined(", ") + ")" + (isNumbered ? " WITH ORDINALITY" : "")
      + " AS v(\(names.joined(separator: ", ")))"
  }

  /// The condition that `t` is the row with the key in `v`.
  static func equality(_ key: [WrittenColumn]) -> String {
    key.map { column in
      let name = column.name.quotedForSQL
      return "t.\(name) \(column.fact.equality) v.\(name)::\(column.type)"
    }.joined(separator: " AND ")
  }

  /// The rows that have some keys: the place of the key, which counts from 1, and an expression.
  private func rows(
    of table: ServerModel.Table,
    with keys: [RecordKey],
    selecting expression: String = "NULL"
  ) throws -> ServerResult {
    let columns = try WrittenColumns.key(of: keys, table, facts(of: table.mapping.qualifiedTable))
    return try transaction.run(
      "SELECT v.\"@place\", \(expression) FROM \(table.mapping.ownRows) AS t JOIN "
        + (try unnested(columns, keys.indices, isNumbered: true)) + " ON "
        + Self.equality(columns)
    )
  }

  /// The places of the keys that records have.
  func existing(_ keys: [RecordKey], _ table: ServerModel.Table) throws -> Set<Int> {
    var found: Set<Int> = []
    for start in stride(from: 0, to: keys.count, by: Self.batch) {
      let part = Array(keys[start..<min(start + Self.batch, keys.count)])
      for place in try rows(of: table, with: part).references(0) {
        found.insert(start + Int(place) - 1)
      }
    }
    return found
  }

  /// The error for the first of `keys` that no record has.
  func missing(_ keys: [RecordKey], _ table: ServerModel.Table) throws -> any Error {
    let there = try existing(keys, table)
    let entity = table.mapping.entity
    guard let gone = keys.indices.first(where: { !there.contains($0) }) else {
      return ServerFailure.policy(RecordID(entity: entity, key: keys[0]))
    }
    return StoreError.missingRecord(RecordID(entity: entity, key: keys[gone]))
  }

  /// The texts of a column of `table` for the records with `keys`; nil for missing records.
  func texts(
    of column: String,
    _ table: ServerModel.Table,
    of keys: [RecordKey?]
  ) throws -> [String?] {
    if let place = table.key.firstIndex(where: { $0.name == column }) {
      let codec = ColumnCodec.server(table.key[place].server)
      return keys.map { $0?.part(place).flatMap(codec.serverText) }
    }
    var texts = [String?](repeating: nil, count: keys.count)
    let known = keys.indices.filter { keys[$0] != nil }
    if known.isEmpty { return texts }
    let result = try rows(
      of: table,
      with: known.compactMap { keys[$0] },
      selecting: "t.\(column.quotedForSQL)::text"
    )
    for (row, place) in result.references(0).enumerated() {
      texts[known[Int(place) - 1]] = result.text(row, 1)
    }
    return texts
  }
}

import Columns
import Model
import SQLGeneration
import Storage

/// Finds values of changed records that the server has replaced: by triggers, by defaults, or
/// because their types have fewer digits.
struct StoredRevisions {
  private let model: ServerModel
  private let transaction: ServerTransaction

  /// The records that one statement reads.
  private static let batch = 5_000

  init(_ model: ServerModel, _ transaction: ServerTransaction) {
    (self.model, self.transaction) = (model, transaction)
  }

  /// The values that differ from the written ones, after the changes were written.
  func of(_ changes: ChangeSet) throws -> [StoredRevision] {
    try changes.inserted.flatMap { try revisions(of: $0, areNew: true) }
      + changes.updated.flatMap { try revisions(of: $0, areNew: false) }
  }

  private func revisions(of rows: RecordRows, areNew: Bool) throws -> [StoredRevision] {
    let table = try model.table(rows.entity)
    let facts = try model.facts.columns(of: table.mapping.qualifiedTable, transaction.connection)
    let fields = table.layout.fields.filter { field in
      guard let values = rows.columns[field.path], let mapping = table.mapping.fields[field.path],
        !mapping.isReadOnly, let fact = facts[mapping.name]
      else { return false }
      return !fact.keepsValues || (areNew && fact.hasDefault && values.validCount < rows.count)
    }
    if fields.isEmpty { return [] }
    return try stride(from: 0, to: rows.count, by: Self.batch).flatMap { start in
      let part = start..<min(start + Self.batch, rows.count)
      return try revisions(of: fields, rows, part, table, facts)
    }
  }

  private func revisions(
    of fields: [StoredField],
    _ rows: RecordRows,
    _ part: Range<Int>,
    _ table: ServerModel.Table,
    _ facts: [String: ColumnFacts.Fact]
  ) throws -> [StoredRevision] {
    let selection = try ServerSelection(
      fields.map { .attribute($0.path) },
      of: rows.entity,
      as: "t",
      in: model
    )
    let key = try WrittenColumns.key(of: part.map { rows.keys[$0] }, table, facts)
    var arrays: [SQLFragment] = []
    for column in key { arrays.append(try TextArray.binding((0..<part.count).map(column.text))) }
    let names = key.map(\.name.quotedForSQL).joined(separator: ", ")
    let result = try transaction.run(
      "SELECT \(selection.list), v.\"@place\" FROM \(table.mapping.ownRows) AS t"
        + " JOIN unnest(" + arrays.joined(", ")
        + ") WITH ORDINALITY AS v(\(names), \"@place\") ON " + ServerWriter.equality(key)
    )
    let places = result.references(selection.expressions.count)
      .map { part.lowerBound + Int($0) - 1 }
    var found: [StoredRevision] = []
    for (field, stored) in zip(fields, try selection.fields(result)) {
      guard let written = rows.columns[field.path] else { continue }
      for (row, place) in places.enumerated()
      where stored.value(at: row) != written.value(at: place) {
        found.append(
          StoredRevision(
            entity: rows.entity,
            key: rows.keys[place],
            path: field.path,
            type: field.type,
            written: written.value(at: place),
            stored: stored.value(at: row)
          )
        )
      }
    }
    return found
  }
}

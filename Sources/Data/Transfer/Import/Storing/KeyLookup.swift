import Binding
import Columns
import Diagnostics
import Execution
import Expressions
import Model
import Planning
import Session
import Storage

/// The records of a model by the values of an attribute.
final class KeyLookup {
  private let match: KeyMatch
  private let keys: Column
  private let records: [RecordKey]

  /// The number of rows read at once.
  private static let rowsAtOnce = 8_192

  /// Reads the values of all records.
  init(_ match: KeyMatch, _ binder: Binder, _ executor: Executor) throws {
    self.match = match
    let entity = match.destination
    let request = FetchRequest(
      entity: entity.name,
      predicate: entity.value(match.key).isPresent,
      columns: [
        OutputColumn(name: "key", expression: entity.value(match.key)),
        OutputColumn(name: "record", expression: entity.recordValue),
      ]
    )
    let rows = try executor.rows(of: executor.plan(binder.stored(request)))
    let builder = makeColumnBuilder(
      continuing: Column.empty(of: match.key.type) ?? .string(StringColumn())
    )
    var records: [RecordKey] = []
    records.reserveCapacity(rows.rowCount)
    for start in stride(from: 0, to: rows.rowCount, by: Self.rowsAtOnce) {
      let batch = try rows.rows(start..<min(rows.rowCount, start + Self.rowsAtOnce))
      for row in 0..<batch.count {
        guard case .record(let id) = batch.value(row: row, column: 1),
          builder.append(batch.value(row: row, column: 0))
        else { continue }
        records.append(id.key)
      }
    }
    keys = builder.column
    self.records = records
    try checkUnique()
  }

  /// Throws if several records have the same key.
  private func checkUnique() throws {
    guard !match.key.isUnique else { return }
    let first = KeyJoin.references(of: keys, among: keys)
    guard let twice = first.indices.first(where: { first[$0] != Int64($0) }) else { return }
    throw DiagnosticList([
      Diagnostic(
        "\(match.destination.name).\(match.key.name) is not a key: "
          + "\(FailureWording.text(keys.value(at: twice))) occurs more than once",
        at: match.span
      )
    ])
  }

  /// The record for each value; nil if there is none.
  func records(of values: Column) -> [RecordKey?] {
    KeyJoin.references(of: values, among: keys).map {
      $0 == Column.nullReference ? nil : records[Int($0)]
    }
  }
}

extension [ImportedTable] {
  /// Resolves the keys of the first table to records of `lookup`, or of the table itself if the
  /// relationship is to the same model. Returns the unknown keys.
  mutating func resolve(_ match: KeyMatch, _ lookup: KeyLookup) -> [RowProblem] {
    guard let values = self[0].keys.removeValue(forKey: match.relationship.name) else { return [] }
    var targets = lookup.records(of: values).map { $0.map(ImportedTarget.record) }
    if match.destination.name == self[0].entity,
      let own = self[0].columns[AttributePath([match.key.name])]
    {
      for (row, place) in KeyJoin.references(of: values, among: own).enumerated()
      where place != Column.nullReference {
        targets[row] = .row(Int(place))
      }
    }
    self[0].targets[match.relationship.name] = targets
    guard !match.allowsMissing else { return [] }
    let path = self[0].origins[match.relationship.name] ?? [match.relationship.name]
    return targets.indices.filter { targets[$0] == nil && values.isValid($0) }.map { row in
      RowProblem(
        row: self[0].rootRow(row),
        path: path,
        message: match.missingText(values.value(at: row))
      )
    }
  }
}

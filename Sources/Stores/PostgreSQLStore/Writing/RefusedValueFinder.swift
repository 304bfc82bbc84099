import Model
import NativeStores
import SQLGeneration
import Storage

/// Finds the values that the server has refused, whose errors name neither field nor record.
struct RefusedValueFinder {
  private let model: ServerModel
  private let transaction: ServerTransaction
  private let changes: ChangeSet

  init(_ model: ServerModel, _ transaction: ServerTransaction, _ changes: ChangeSet) {
    (self.model, self.transaction, self.changes) = (model, transaction, changes)
  }

  /// The error for a failure; nil if no value is found.
  func error(_ failure: ServerFailure) throws -> RefusedValues? {
    for (rows, isNew) in changes.inserted.map({ ($0, true) }) + changes.updated.map({ ($0, false) })
    {
      let written = try WrittenColumns(ServerWriter(model, transaction), rows)
      var columns = try written.columns(isNew: isNew)
      if isNew, written.table.numberColumn != nil { columns = try written.key() + columns }
      if let refused = try refused(failure, columns, rows, written.table, isNew) { return refused }
    }
    return nil
  }

  private func refused(
    _ failure: ServerFailure,
    _ columns: [WrittenColumn],
    _ rows: RecordRows,
    _ table: ServerModel.Table,
    _ isNew: Bool
  ) throws -> RefusedValues? {
    func result(_ row: Int, _ found: [WrittenColumn], _ rule: String? = nil) -> RefusedValues {
      RefusedValues(
        entity: rows.entity,
        record: isNew ? nil : RecordID(entity: rows.entity, key: rows.keys[row]),
        values: found.map { (name(of: $0, table), $0.text(row)) },
        failure: failure,
        rule: rule
      )
    }
    if let name = failure.column, failure.table == table.mapping.table {
      guard let column = columns.first(where: { $0.name == name }) else { return nil }
      return (0..<rows.count).first { column.text($0) == nil }.map { result($0, [column]) }
    }
    for column in columns {
      if let row = try place(failure, column, rows.count) { return result(row, [column]) }
    }
    if failure.code == "23514",
      let (row, found, rule) = try rowThatFailsCheck(failure, columns, rows, table, isNew)
    {
      return result(row, found, rule)
    }
    return nil
  }

  /// The member with the values of a column.
  private func name(of column: WrittenColumn, _ table: ServerModel.Table) -> String {
    table.mapping.fields.first { $0.value.factName == column.name }?.key.description
      ?? table.mapping.toOnes.first { $0.value.columns.contains(column.name) }?.key ?? column.name
  }

  // MARK: Types

  /// The first row whose value does not fit the column.
  private func place(_ failure: ServerFailure, _ column: WrittenColumn, _ count: Int) throws -> Int?
  {
    switch failure.code {
    case "22001":
      guard let most = column.fact.maxLength else { return nil }
      return (0..<count).first { row in
        column.text(row).map { $0.unicodeScalars.count > most } ?? false
      }
    case "54000":
      guard column.fact.isIndexed else { return nil }
      return (0..<count).first { (column.text($0)?.utf8.count ?? 0) > Self.mostIndexedBytes }
    default:
      var range = 0..<count
      guard try fails(failure, column, range) else { return nil }
      while range.count > 1 {
        let middle = range.lowerBound + range.count / 2
        let first = range.lowerBound..<middle
        range = try fails(failure, column, first) ? first : middle..<range.upperBound
      }
      return range.lowerBound
    }
  }

  /// Shorter values fit in every index.
  private static let mostIndexedBytes = 2_000

  /// Whether converting the values of some rows to the column's type fails in the same way.
  private func fails(
    _ failure: ServerFailure,
    _ column: WrittenColumn,
    _ rows: Range<Int>
  ) throws -> Bool {
    let array = try TextArray.binding(rows.lazy.map(column.text))
    let code = try trying(
      "SELECT count(v.x::\(column.fact.fullTypeName)) FROM unnest(" + array + ") AS v(x)"
    ).code
    return code == failure.code
  }

  /// Runs a statement that may fail; returns its result, or the code of the failure.
  private func trying(_ sql: SQLFragment) throws -> (result: ServerResult?, code: String?) {
    try transaction.execute("SAVEPOINT martlet_find")
    defer { _ = try? transaction.execute("ROLLBACK TO martlet_find") }
    do {
      return (try transaction.run(sql), nil)
    } catch let failure as ServerFailure {
      if failure.isLost { throw failure }
      return (nil, failure.code)
    }
  }

  // MARK: Checks

  /// The first row that fails the check of a table, with the columns that the check reads.
  private func rowThatFailsCheck(
    _ failure: ServerFailure,
    _ columns: [WrittenColumn],
    _ rows: RecordRows,
    _ table: ServerModel.Table,
    _ isNew: Bool
  ) throws -> (row: Int, columns: [WrittenColumn], rule: String)? {
    guard let constraint = failure.constraint, failure.table == table.mapping.table else {
      return nil
    }
    let found = try transaction.run(
      SQLFragment(
        "SELECT pg_get_expr(k.conbin, k.conrelid), a.attname::text, format_type(a.atttypid, -1)"
          + " FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid"
          + " AND a.attnum = ANY(k.conkey) WHERE k.conname = ",
        " AND k.conrelid = ",
        "::regclass",
        binding: .text(constraint),
        .text(table.mapping.qualifiedTable)
      )
    )
    guard found.rowCount > 0, let condition = found.text(0, 0) else { return nil }
    let names = (0..<found.rowCount).compactMap { found.text($0, 1) }
    let read = columns.filter { names.contains($0.name) }
    let key = isNew ? [] : try WrittenColumns(ServerWriter(model, transaction), rows).key()
    let values = (0..<found.rowCount).map { row -> String in
      let name = found.text(row, 1) ?? ""
      if let place = read.firstIndex(where: { $0.name == name }) {
        return "v.c\(place)::\(read[place].type) AS \(name.quotedForSQL)"
      }
      return (isNew ? "NULL::\(found.text(row, 2) ?? "text")" : "t.\(name.quotedForSQL)")
        + " AS \(name.quotedForSQL)"
    }
    var arrays: [SQLFragment] = []
    for column in read + key {
      arrays.append(try TextArray.binding((0..<rows.count).map(column.text)))
    }
    if arrays.isEmpty { return nil }
    let fields = read.indices.map { "c\($0)" } + key.map(\.name.quotedForSQL)
    let joined =
      isNew ? "" : " JOIN \(table.mapping.ownRows) AS t ON \(ServerWriter.equality(key))"
    let result = try trying(
      "SELECT r.\"@place\" FROM (SELECT v.\"@place\", \(values.joined(separator: ", ")) FROM unnest("
        + arrays.joined(", ") + ") WITH ORDINALITY AS v(\(fields.joined(separator: ", ")),"
        + " \"@place\")\(joined)) AS r WHERE NOT (\(condition)) ORDER BY 1 LIMIT 1"
    ).result
    guard let place = result?.references(0).first else { return nil }
    return (Int(place) - 1, read, condition)
  }
}

/// Values that the server has refused.
struct RefusedValues: Error {
  private let entity: String
  private let record: RecordID?
  private let values: [(field: String, text: String?)]
  private let failure: ServerFailure
  /// The condition of a check in SQL.
  private let rule: String?

  /// - Parameter record: The record if it existed before.
  init(
    entity: String,
    record: RecordID?,
    values: [(field: String, text: String?)],
    failure: ServerFailure,
    rule: String?
  ) {
    (self.entity, self.record, self.values) = (entity, record, values)
    (self.failure, self.rule) = (failure, rule)
  }

  /// The error for readers.
  func error(_ address: ServerAddress) -> StoreFileError {
    let fields = values.map { value in
      "`\(value.field)` " + (value.text.map { "= \(Self.shown($0))" } ?? "= nil")
    }
    return StoreFileError(
      path: address.shown,
      operation: "write",
      fault: .other(
        reason: fields.joined(separator: ", ") + " of \(record?.description ?? entity):"
          + " \(failure.code == "23514" ? failure.message : failure.text) [\(failure.code)]",
        help: [failure.hint, rule.map { "the rule is \($0)" }].compactMap(\.self)
      )
    )
  }

  /// The text, shortened to what fits in a line, without quotes for a number.
  private static func shown(_ text: String) -> String {
    if text.wholeMatch(of: #/-?[0-9]+(\.[0-9]+)?/#) != nil, text.count < 40 { return text }
    let start = text.prefix(40)
    return "\"\(start)\(start.count < text.count ? "…" : "")\""
  }
}

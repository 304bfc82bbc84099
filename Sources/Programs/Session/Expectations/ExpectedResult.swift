import Binding
import Diagnostics
import Expressions
import Model
import Rendering
import Storage
import Syntax

/// Rows that a query should find.
struct ExpectedResult {
  let session: QuerySession
  /// The position of the expectation.
  let span: SourceSpan

  private var difference: RowDifference { RowDifference(timeZone: session.settings.timeZone) }

  /// Why the result is not empty, or is empty; nil if it is as expected.
  func failure(of query: QuerySyntax, isEmpty: Bool) throws -> Diagnostic? {
    let rows = try rows(of: query)
    if (rows.rowCount == 0) == isEmpty { return nil }
    guard isEmpty else { return Diagnostic("the result is empty", at: span) }
    return Diagnostic(
      "the result is not empty: \(counted(rows.rowCount, "row"))",
      at: span,
      further: try difference.unexpected(rows)
    )
  }

  /// How the result differs from `expected`; nil if it does not.
  func failure(
    of query: QuerySyntax,
    _ expected: ExpectedRows,
    isNegated: Bool
  ) throws -> Diagnostic? {
    let lines = try differences(between: rows(of: query), expected)
    if isNegated {
      return lines.isEmpty ? Diagnostic("the results are the same", at: span) : nil
    }
    if lines.isEmpty { return nil }
    return Diagnostic("the rows differ: `-` expected, `+` found", at: span, further: lines)
  }

  private func rows(of query: QuerySyntax) throws -> any ResultRows {
    try session.rows(of: session.binder.bindFetch(query))
  }

  private func differences(
    between found: any ResultRows,
    _ expected: ExpectedRows
  ) throws -> [String] {
    switch expected {
    case .query(let other, let place):
      let rows = try rows(of: other)
      guard rows.headers.count == found.headers.count else {
        throw error(
          "the results have \(found.headers.count) and \(rows.headers.count) columns",
          place
        )
      }
      return try difference.lines(expected: RowDifference.values(of: rows), found: found)
    case .values(let values, _) where values.isEmpty:
      return try difference.lines(expected: [], found: found)
    case .values(let values, let place):
      let header = try onlyColumn(of: found, place)
      let rows = try values.map { [try value(.expression($0), header)] }
      return try difference.lines(expected: rows, found: found)
    case .records(let records, _):
      let columns = try columns(of: records, in: found)
      let rows = try records.map { record in
        try columns.map { column in
          let field = record.fields.first { column.spellings.contains($0.name.text) }
          return try field.map { try value($0.value, found.headers[column.place]) } ?? .null
        }
      }
      return try difference.lines(expected: rows, found: found.selecting(columns.map(\.place)))
    }
  }

  // MARK: - Columns

  /// A column of the result, and the names that records use for it.
  private typealias NamedColumn = (place: Int, spellings: Set<String>)

  /// The columns that the expected records name, in the order of the result; all if there are none.
  private func columns(
    of records: [RecordSyntax],
    in rows: any ResultRows
  ) throws -> [NamedColumn] {
    let names = rows.headers.map(\.name)
    var spellings: [Int: Set<String>] = [:]
    for name in records.flatMap(\.fields).map(\.name) {
      spellings[try place(of: name, in: names), default: []].insert(name.text)
    }
    return names.indices.filter { spellings.isEmpty || spellings[$0] != nil }
      .map { ($0, spellings[$0] ?? []) }
  }

  private func place(of name: NameSyntax, in names: [String]) throws -> Int {
    let place =
      names.firstIndex(of: name.text)
      ?? names.firstIndex { $0.lowercased() == name.text.lowercased() }
    if let place { return place }
    let list = names.map { "`\($0)`" }.joined(separator: ", ")
    throw error(
      "the result has no column `\(name.text)`",
      name.span,
      help: didYouMean(nearestNames(to: name.text, in: names)) ?? "its columns are \(list)"
    )
  }

  private func onlyColumn(of rows: any ResultRows, _ place: SourceSpan) throws -> ResultHeader {
    if rows.headers.count == 1 { return rows.headers[0] }
    throw error(
      "a list of values is compared with one column, but the result has \(rows.headers.count)",
      place,
      help: "write the rows as records, as in `[ { name: \"Rent\", limit: 1200 } ]`"
    )
  }

  private func error(_ message: String, _ place: SourceSpan, help: String? = nil) -> DiagnosticList
  {
    DiagnosticList([Diagnostic(message, at: place, help: help.map { [$0] } ?? [])])
  }

  // MARK: - Values

  /// The value of a field, converted to the type of its column.
  private func value(_ value: FieldValue, _ header: ResultHeader) throws -> Value {
    switch value {
    case .expression(let syntax):
      let bound = try session.binder.bindExpected(syntax, header.type, of: header.name)
      return try session.value(of: bound, session.settings.evaluationContext())
    case .record(let record):
      return .object(try parts(of: record, header.type))
    case .records(let records, _):
      let element = if case .list(let inner) = header.type { inner } else { ValueType.null }
      return .list(try records.map { .object(try parts(of: $0, element)) })
    }
  }

  private func parts(of record: RecordSyntax, _ type: ValueType) throws -> [ObjectField] {
    try record.fields.map { field in
      var part = ValueType.null
      if case .composite(let composite) = type, let known = composite.field(field.name.text) {
        part = known.type
      }
      let header = ResultHeader(name: field.name.text, type: part)
      return ObjectField(field.name.text, try value(field.value, header))
    }
  }
}

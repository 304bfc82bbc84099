public import Files
import Foundation
import Model
import SQLGeneration
public import Storage

/// Writes a table as SQL for SQLite: `CREATE TABLE`, then `INSERT`s of several hundred rows each.
///
/// Bools become 0 and 1, dates and UUIDs text, Decimals text with all digits, arrays and objects
/// JSON.
public struct SQLWriter: Sendable {
  private let table: String
  /// The names and types of the columns.
  private let columns: [String]

  /// The number of rows per statement.
  private static let rowsPerStatement = 500
  /// The number of rows per batch.
  private static let rowsPerBatch = 8 * rowsPerStatement

  /// Creates a writer for a table with a result's columns.
  public init(table: String, headers: [ResultHeader]) {
    self.table = table.quotedForSQL
    columns = zip(Self.distinct(headers.map(\.name)), headers).map {
      "\($0.quotedForSQL) \(Self.declaredType($1.type))"
    }
  }

  /// The names, made unique when compared without case.
  private static func distinct(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return ColumnNames.completed(names).map { name in
      var result = name
      var number = 2
      while !taken.insert(result.lowercased()).inserted {
        result = "\(name)_\(number)"
        number += 1
      }
      return result
    }
  }

  /// The SQL type for a column.
  private static func declaredType(_ type: ValueType) -> String {
    switch type {
    case .bool: "BOOLEAN"
    case .int, .record, .toMany: "INTEGER"
    case .double: "REAL"
    case .decimal: "DECIMAL_TEXT"
    case .date: "DATETIME"
    case .uuid: "UUID"
    case .data: "BLOB"
    case .string, .enumeration, .duration, .null: "TEXT"
    case .composite, .list: "JSON_TEXT"
    }
  }

  /// Writes the table with all `rows`.
  public func write(
    _ rows: any ResultRows,
    cancellation: CancellationFlag,
    to sink: ByteSink
  ) throws {
    var output = OutputBuffer()
    output.append("CREATE TABLE \(table) (\n  \(columns.joined(separator: ",\n  "))\n);\n")
    cancellation.progress.begin(.writing, total: rows.rowCount)
    var layout = RowLayout(
      beforeCells: columns.indices.map { Array(($0 == 0 ? "(" : ",").utf8) },
      afterRow: Array(")".utf8),
      betweenRows: Array(",\n".utf8)
    )
    layout.columnsWithTimes = try rows.columnsWithTimes(cancellation)
    var texts = CellTexts()
    for start in stride(from: 0, to: rows.rowCount, by: Self.rowsPerBatch) {
      try cancellation.check()
      let batch = try rows.rows(start..<min(rows.rowCount, start + Self.rowsPerBatch))
      append(batch, layout, &texts, to: &output)
      cancellation.progress.advance(.writing, by: batch.count)
      try output.flush(to: sink)
    }
    try output.flush(to: sink)
  }

  /// Appends `INSERT` statements for a batch.
  private func append(
    _ batch: ResultBatch,
    _ layout: RowLayout,
    _ texts: inout CellTexts,
    to output: inout OutputBuffer
  ) {
    for first in stride(from: 0, to: batch.count, by: Self.rowsPerStatement) {
      let range = first..<min(batch.count, first + Self.rowsPerStatement)
      texts.removeAll()
      for (column, before) in layout.beforeCells.enumerated() {
        let showsTimes = layout.columnsWithTimes.contains(column)
        texts.append(batch.cells[column], range, .sql, before: before, showsTimes: showsTimes)
      }
      output.append("INSERT INTO \(table) VALUES\n")
      output.append(texts, count: range.count, layout, isFirst: true)
      output.append(";\n")
    }
  }
}

extension OutputBuffer {
  /// Appends a value as an SQL literal; a record becomes its number.
  mutating func appendSQL(_ value: Value) {
    switch value {
    case .null: append("NULL")
    case .bool(let value): append(value ? "1" : "0")
    case .int(let number): append(number)
    case .double(let number):
      if number.isFinite { appendPlain(value) } else { append(number < 0 ? "-9e999" : "9e999") }
    case .data(let data):
      append("X'")
      let digits = Array("0123456789ABCDEF".utf8)
      append(data.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
      append("'")
    case .record(let id):
      if case .number(let number) = id.key {
        append(number)
      } else {
        appendSQL(text: id.description)
      }
    default:
      var plain = OutputBuffer()
      plain.appendPlain(value)
      appendSQL(text: String(decoding: plain.bytes, as: UTF8.self))
    }
  }

  private mutating func appendSQL(text: String) {
    append(text.literalForSQL)
  }
}

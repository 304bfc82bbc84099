import Columns
import Foundation
import GRDB
import GRDBSQLite
import Model
import NativeStores
import SQLGeneration
import TableModels

extension ColumnCodec {
  /// The encoded value; nil if it does not have the column's type.
  func sqlValue(of value: Value) -> SQLValue? {
    switch (self, value) {
    case (_, .null): .null
    case (.integer, .int(let number)): .integer(number)
    case (.bool, .bool(let value)): .integer(value ? 1 : 0)
    case (.real, .double(let number)): .real(number)
    case (.text, .string(let text)), (.looseText, .string(let text)): .text(text)
    case (.blob, .data(let data)): .blob(data)
    case (.uuidText, .uuid(let uuid)): .text(uuid.uuidString)
    case (.uuidBytes, .uuid(let uuid)): .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    case (.decimalText, .decimal(let number)): .text(DecimalText.text(number))
    case (.decimalNumber, .decimal(let number)): Self.number(number)
    case (.date(let codec), .date(let moment)): codec.sqlValue(of: moment)
    case (.json, .list(let elements)): ListText.text(of: elements).map(SQLValue.text)
    default: nil
    }
  }
}

extension ColumnCodec {
  /// The INTEGER or REAL that reads as `number`; nil if there is none.
  private static func number(_ number: Decimal) -> SQLValue? {
    let text = DecimalText.text(number)
    if let integer = Int64(text) { return .integer(integer) }
    guard let real = Double(text), DecimalText.decimal("\(real)") == number else { return nil }
    return .real(real)
  }

  /// Whether some values of the right type cannot be encoded.
  var mayRefuse: Bool {
    switch self {
    case .date(.microseconds): false
    case .date, .json, .decimalNumber: true
    default: false
    }
  }
}

extension DateCodec {
  /// Nil for dates that could not be read back.
  fileprivate func sqlValue(of moment: Timestamp) -> SQLValue? {
    switch self {
    case .microseconds: .integer(moment.microseconds)
    case .milliseconds:
      moment.microseconds.isMultiple(of: 1000) ? .integer(moment.microseconds / 1000) : nil
    case .seconds(let epoch):
      .real(Double(moment.microseconds) / 1e6 - Double(epoch))
    case .text, .any: SQLiteDateText.text(moment).map(SQLValue.text)
    }
  }
}

/// Makes SQLite copy the value.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// Makes SQLite read the value where it is, until the binding is cleared or the statement released:
/// `SQLITE_STATIC`.
private let staying: sqlite3_destructor_type? = nil

extension Statement {
  /// Binds a value to a question mark, counted from 1.
  func bind(_ value: SQLValue, at place: Int32) {
    switch value {
    case .null: sqlite3_bind_null(sqliteStatement, place)
    case .integer(let number): sqlite3_bind_int64(sqliteStatement, place, number)
    case .real(let number): sqlite3_bind_double(sqliteStatement, place, number)
    case .text(var text), .typed(var text, _): text.withUTF8 { bind($0, at: place) }
    case .blob(let data):
      data.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress {
          _ = sqlite3_bind_blob64(sqliteStatement, place, start, UInt64(bytes.count), transient)
        } else {
          _ = sqlite3_bind_zeroblob(sqliteStatement, place, 0)
        }
      }
    }
  }

  /// Binds a string.
  ///
  /// - Parameter stays: Whether its bytes stay where they are until the statement has run, and are
  ///   not copied.
  func bind(_ text: UnsafeBufferPointer<UInt8>, at place: Int32, stays: Bool = false) {
    // A null pointer would bind NULL.
    guard let start = text.baseAddress else {
      sqlite3_bind_text(sqliteStatement, place, "", 0, transient)
      return
    }
    start.withMemoryRebound(to: CChar.self, capacity: text.count) { start in
      _ = sqlite3_bind_text64(
        sqliteStatement,
        place,
        start,
        UInt64(text.count),
        stays ? staying : transient,
        UInt8(SQLITE_UTF8)
      )
    }
  }
}

/// Binds the values in rows of a column: that of the first row to a question mark, and that of each
/// further row to the one `distance` after it.
typealias RowBinding = (
  _ statement: Statement, _ rows: Range<Int>, _ mark: Int32, _ distance: Int32
) throws -> Void

extension ColumnCodec {
  /// A closure that binds values of a column.
  ///
  /// Strings are not copied, and the statement keeps pointers to their bytes after it has run. The
  /// closure must exist until the statement's bindings are cleared, or the statement is released.
  func binding(of column: Column) -> RowBinding {
    switch (column, self) {
    case (.int(let numbers), .integer), (.date(let numbers), .date(.microseconds)):
      Self.binding(of: numbers) { sqlite3_bind_int64($0, $2, $1) }
    case (.bool(let values), .bool):
      Self.binding(of: values) { sqlite3_bind_int64($0, $2, Int64($1)) }
    case (.double(let numbers), .real):
      Self.binding(of: numbers) { sqlite3_bind_double($0, $2, $1) }
    case (.string(let texts), .text), (.string(let texts), .looseText): Self.binding(of: texts)
    default:
      { statement, rows, mark, distance in
        var mark = mark
        for row in rows {
          statement.bind(self.sqlValue(of: column.value(at: row)) ?? .null, at: mark)
          mark += distance
        }
      }
    }
  }

  @inline(__always)
  private static func binding<Element>(
    of column: FixedColumn<Element>,
    _ bind: @escaping (OpaquePointer, Element, Int32) -> Int32
  ) -> RowBinding {
    { statement, rows, mark, distance in
      let (statement, values, validity) = (
        statement.sqliteStatement, column.values, column.validity
      )
      var mark = mark
      for row in rows {
        if validity?.isValid(row) ?? true {
          _ = bind(statement, values[row], mark)
        } else {
          sqlite3_bind_null(statement, mark)
        }
        mark += distance
      }
    }
  }

  private static func binding(of column: StringColumn) -> RowBinding {
    { statement, rows, mark, distance in
      let (codes, validity) = (column.codes.values, column.codes.validity)
      let starts = column.dictionary.starts
      column.dictionary.bytes.withUnsafeBufferPointer { bytes in
        var mark = mark
        for row in rows {
          if validity?.isValid(row) ?? true {
            let code = Int(codes[row])
            let text = UnsafeBufferPointer(rebasing: bytes[starts[code]..<starts[code + 1]])
            statement.bind(text, at: mark, stays: true)
          } else {
            sqlite3_bind_null(statement.sqliteStatement, mark)
          }
          mark += distance
        }
      }
    }
  }
}

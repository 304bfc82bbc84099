import Columns
import Foundation
import GRDB
import GRDBSQLite
import Model
import SQLGeneration

/// Makes a column of what stands in one column of the rows that a statement steps through.
protocol ColumnDecoder: AnyObject {
  /// Adds what stands in the current row.
  func append(_ row: OpaquePointer, _ place: Int32)
  /// The rows so far; the decoder begins anew.
  func takeColumn() -> Column
  /// How many values did not fit the column's type, and read as nil.
  var misfitCount: Int { get }
  /// How many texts had bytes that are no UTF-8, in the place of which U+FFFD was read.
  var repairedCount: Int { get }
}

extension ColumnDecoder {
  var repairedCount: Int { 0 }
}

/// Makes the decoder of a column whose values are of `type`; nil for types that no column stores.
func makeColumnDecoder(_ codec: ColumnCodec, _ type: ValueType) -> (any ColumnDecoder)? {
  switch (codec, type) {
  case (.integer, .int): NumberDecoder(Column.int) { $0.integer }
  case (.date(let dates), .date): NumberDecoder(Column.date) { dates.microseconds($0) }
  case (.bool, .bool): NumberDecoder(Column.bool) { $0.truth }
  case (.real, .double): NumberDecoder(Column.double) { $0.double }
  case (.text, .string): TextDecoder()
  case (.looseText, .string): TextDecoder(takesNumbers: true)
  case (.text, .enumeration(let enumeration)): TextDecoder(enumeration)
  case (.blob, .data): NumberDecoder(Column.data, filler: Data()) { $0.data }
  case (.uuidBytes, .uuid): NumberDecoder(Column.uuid) { $0.uuidOfBytes }
  case (.uuidText, .uuid): NumberDecoder(Column.uuid) { $0.uuidOfText }
  case (.decimalText, .decimal): NumberDecoder(Column.decimal) { $0.decimalOfText }
  case (.decimalNumber, .decimal): NumberDecoder(Column.decimal) { $0.decimalOfNumber }
  case (.json, .list(let element)):
    ListDecoder(element) { $0.text.flatMap { ListText.elements(of: $0, element) } }
  case (.labels(let labels), .string): DerivedTextDecoder { $0.integer.flatMap { labels[$0] } }
  case (.externalBlob(let folder), .data):
    NumberDecoder(Column.data, filler: Data()) { $0.data.flatMap(folder.content) }
  case (.archive(let codec), .string):
    DerivedTextDecoder { cell in
      cell.archived(codec).map { $0.content.text(size: $0.size, className: codec.className) }
    }
  case (.archive(let codec), .list(let element)):
    ListDecoder(element) { $0.archived(codec)?.content.elements(element) }
  default: nil
  }
}

/// One place of the current row of a statement.
struct SQLiteCell {
  let row: OpaquePointer
  let place: Int32

  /// Whether NULL stands there.
  var isNull: Bool { sqlite3_column_type(row, place) == SQLITE_NULL }

  /// The INTEGER; nil for anything else.
  var integer: Int64? {
    sqlite3_column_type(row, place) == SQLITE_INTEGER ? sqlite3_column_int64(row, place) : nil
  }

  /// The INTEGER if it is 0 or 1.
  var truth: UInt8? {
    guard let integer, integer == 0 || integer == 1 else { return nil }
    return UInt8(integer)
  }

  /// The REAL or INTEGER; nil for anything else, and for integers that no Double equals.
  var double: Double? {
    switch sqlite3_column_type(row, place) {
    case SQLITE_FLOAT: sqlite3_column_double(row, place)
    case SQLITE_INTEGER: Double(exactly: sqlite3_column_int64(row, place))
    default: nil
    }
  }

  /// The TEXT; nil for anything else.
  var text: String? {
    withText { String(decoding: $0, as: UTF8.self) }
  }

  /// The INTEGER or REAL as SQLite writes it; nil for anything else.
  var numberText: String? {
    let type = sqlite3_column_type(row, place)
    guard type == SQLITE_INTEGER || type == SQLITE_FLOAT, let text = sqlite3_column_text(row, place)
    else { return nil }
    return String(cString: text)
  }

  /// The BLOB; nil for anything else.
  var data: Data? {
    guard sqlite3_column_type(row, place) == SQLITE_BLOB else { return nil }
    guard let bytes = sqlite3_column_blob(row, place) else { return Data() }
    return Data(bytes: bytes, count: Int(sqlite3_column_bytes(row, place)))
  }

  /// The BLOB of 16 bytes as a number.
  var uuidOfBytes: UInt128? {
    guard sqlite3_column_type(row, place) == SQLITE_BLOB, sqlite3_column_bytes(row, place) == 16,
      let bytes = sqlite3_column_blob(row, place)
    else { return nil }
    return UInt128(bigEndian: bytes.loadUnaligned(as: UInt128.self))
  }

  /// The UUID that the TEXT, or a BLOB of 16 bytes, is.
  var uuidOfText: UInt128? { text.flatMap { UUID(uuidString: $0)?.number } ?? uuidOfBytes }

  /// The number that the TEXT is.
  var decimalOfText: Decimal? { text.flatMap { DecimalText.decimal($0) } }

  /// The number, or the number that the TEXT is.
  var decimalOfNumber: Decimal? {
    switch sqlite3_column_type(row, place) {
    case SQLITE_INTEGER: Decimal(sqlite3_column_int64(row, place))
    case SQLITE_FLOAT: DecimalText.decimal("\(sqlite3_column_double(row, place))")
    default: decimalOfText
    }
  }

  /// Calls `body` with the bytes of the TEXT; nil for anything else.
  @inline(__always)
  func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    guard sqlite3_column_type(row, place) == SQLITE_TEXT else { return nil }
    guard let bytes = sqlite3_column_text(row, place) else { return nil }
    let count = Int(sqlite3_column_bytes(row, place))
    return body(UnsafeBufferPointer(start: bytes, count: count))
  }
}

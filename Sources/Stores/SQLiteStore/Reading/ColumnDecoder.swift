import Columns
import Foundation
import GRDB
import Model
import NativeStores
import SQLGeneration

/// Decodes one column of a statement's rows.
protocol ColumnDecoder: AnyObject {
  /// Appends cells, one a row.
  func append(_ cells: UnsafeBufferPointer<SQLiteCell>)
  /// Returns the rows so far, and starts a new column.
  func takeColumn() -> Column
  /// The number of invalid values, which read as nil.
  var invalidValueCount: Int { get }
  /// The number of strings with invalid UTF-8, which was replaced by U+FFFD.
  var repairedCount: Int { get }
}

extension ColumnDecoder {
  var repairedCount: Int { 0 }

  /// Appends the cell of a statement's current row.
  func append(_ row: OpaquePointer, _ place: Int32) {
    var cell = SQLiteCell(row: row, place: place)
    withUnsafePointer(to: &cell) { append(UnsafeBufferPointer(start: $0, count: 1)) }
  }
}

/// Creates the decoder for values of `type`; nil for types that are not stored.
func makeColumnDecoder(_ codec: ColumnCodec, _ type: ValueType) -> (any ColumnDecoder)? {
  switch (codec, type) {
  case (.integer, .int): NumberDecoder(PlainReading.Integer(), Column.int)
  case (.date(.microseconds), .date): NumberDecoder(PlainReading.Integer(), Column.date)
  case (.date(let dates), .date):
    NumberDecoder(DerivedReading(filler: 0) { dates.microseconds($0) }, Column.date)
  case (.bool, .bool): NumberDecoder(PlainReading.Truth(), Column.bool)
  case (.real, .double): NumberDecoder(PlainReading.Real(), Column.double)
  case (.text, .string): TextDecoder()
  case (.looseText, .string): TextDecoder(takesNumbers: true)
  case (.text, .enumeration(let enumeration)): TextDecoder(enumeration)
  case (.blob, .data): NumberDecoder(DerivedReading(filler: Data()) { $0.data }, Column.data)
  case (.uuidBytes, .uuid): NumberDecoder(DerivedReading(filler: 0) { $0.uuidOfBytes }, Column.uuid)
  case (.uuidText, .uuid): NumberDecoder(DerivedReading(filler: 0) { $0.uuidOfText }, Column.uuid)
  case (.decimalText, .decimal):
    NumberDecoder(DerivedReading(filler: 0) { $0.decimalOfText }, Column.decimal)
  case (.decimalNumber, .decimal):
    NumberDecoder(DerivedReading(filler: 0) { $0.decimalOfNumber }, Column.decimal)
  case (.json, .list(let element)):
    ListDecoder(element) { $0.text.flatMap { ListText.elements(of: $0, element) } }
  case (.labels(let labels), .string): DerivedTextDecoder { $0.integer.flatMap { labels[$0] } }
  case (.externalBlob(let folder), .data):
    NumberDecoder(DerivedReading(filler: Data()) { $0.data.flatMap(folder.content) }, Column.data)
  case (.archive(let codec), .string):
    DerivedTextDecoder { cell in
      cell.archived(codec).map { $0.content.text(size: $0.size, className: codec.className) }
    }
  case (.archive(let codec), .list(let element)):
    ListDecoder(element) { $0.archived(codec)?.content.elements(element) }
  default: nil
  }
}

extension Statement {
  /// The value in a column of the row, counted from 0; nil if it is invalid.
  func value(_ column: Int32, _ codec: ColumnCodec, _ type: ValueType) -> Value {
    guard let decoder = makeColumnDecoder(codec, type) else { return .null }
    decoder.append(sqliteStatement, column)
    return decoder.takeColumn().value(at: 0)
  }
}

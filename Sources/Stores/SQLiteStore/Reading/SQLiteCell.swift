import Columns
import Foundation
import GRDBSQLite
import TableModels

/// A value of a row in SQLite's representation.
///
/// Its bytes are valid until the statement advances, or the pages are overwritten.
struct SQLiteCell {
  /// The storage class of a value.
  enum Kind: UInt8 {
    case null
    case integer
    case real
    case text
    case blob
  }

  private let kind: Kind
  /// The INTEGER, or the bits of the REAL.
  private let bits: Int64
  private let start: UnsafePointer<UInt8>?
  private let count: Int
  /// The statement that reads the value, which converts numbers to text; nil for pages.
  private let row: OpaquePointer?
  private let place: Int32

  /// A column of a statement's current row.
  @inline(__always)
  init(row: OpaquePointer, place: Int32) {
    self.row = row
    self.place = place
    var (bits, start, count): (Int64, UnsafePointer<UInt8>?, Int) = (0, nil, 0)
    switch sqlite3_column_type(row, place) {
    case SQLITE_INTEGER:
      kind = .integer
      bits = sqlite3_column_int64(row, place)
    case SQLITE_FLOAT:
      kind = .real
      bits = Int64(bitPattern: sqlite3_column_double(row, place).bitPattern)
    case SQLITE_TEXT:
      start = sqlite3_column_text(row, place)
      // Nil means out of memory.
      kind = start == nil ? .null : .text
      count = Int(sqlite3_column_bytes(row, place))
    case SQLITE_BLOB:
      kind = .blob
      start = sqlite3_column_blob(row, place)?.assumingMemoryBound(to: UInt8.self)
      count = Int(sqlite3_column_bytes(row, place))
    default: kind = .null
    }
    (self.bits, self.start, self.count) = (bits, start, count)
  }

  @inline(__always)
  private init(
    _ kind: Kind,
    bits: Int64 = 0,
    start: UnsafePointer<UInt8>? = nil,
    count: Int = 0
  ) {
    (self.kind, self.bits, self.start, self.count) = (kind, bits, start, count)
    (row, place) = (nil, 0)
  }

  static var null: SQLiteCell { SQLiteCell(.null) }

  @inline(__always)
  init(_ integer: Int64) { self.init(.integer, bits: integer) }

  @inline(__always)
  init(_ real: Double) { self.init(.real, bits: Int64(bitPattern: real.bitPattern)) }

  /// A TEXT or BLOB of `count` bytes.
  @inline(__always)
  init(_ kind: Kind, _ start: UnsafePointer<UInt8>, count: Int) {
    self.init(kind, bits: 0, start: start, count: count)
  }

  var isNull: Bool { kind == .null }

  var isNumber: Bool { kind == .integer || kind == .real }

  /// The INTEGER; nil for others.
  var integer: Int64? { kind == .integer ? bits : nil }

  /// The INTEGER if it is 0 or 1.
  var truth: UInt8? {
    guard let integer, integer == 0 || integer == 1 else { return nil }
    return UInt8(integer)
  }

  /// The REAL, or an INTEGER that equals a Double; nil for others.
  var double: Double? {
    switch kind {
    case .real: Double(bitPattern: UInt64(bitPattern: bits))
    case .integer: Double(exactly: bits)
    default: nil
    }
  }

  /// The REAL; nil for others.
  var real: Double? { kind == .real ? Double(bitPattern: UInt64(bitPattern: bits)) : nil }

  /// The TEXT; nil for others.
  var text: String? { utf8.map { String(decoding: $0, as: UTF8.self) } }

  /// The bytes of the TEXT; nil for others.
  @inline(__always)
  var utf8: UnsafeBufferPointer<UInt8>? {
    kind == .text ? UnsafeBufferPointer(start: start, count: count) : nil
  }

  /// The INTEGER or REAL as text, if a statement reads it; nil for others.
  var numberText: String? {
    guard isNumber, let row, let text = sqlite3_column_text(row, place) else { return nil }
    return String(cString: text)
  }

  /// The BLOB; nil for others.
  var data: Data? {
    guard kind == .blob else { return nil }
    return start.map { Data(bytes: $0, count: count) } ?? Data()
  }

  /// The number of bytes of the TEXT or BLOB.
  var byteCount: Int { count }

  /// The BLOB of 16 bytes as a number.
  var uuidOfBytes: UInt128? {
    guard kind == .blob, count == 16, let start else { return nil }
    return UInt128(bigEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt128.self))
  }

  /// The UUID in TEXT, or in a BLOB of 16 bytes.
  var uuidOfText: UInt128? { text.flatMap { UUID(uuidString: $0)?.number } ?? uuidOfBytes }

  /// The number in TEXT.
  var decimalOfText: Decimal? { text.flatMap { DecimalText.decimal($0) } }

  /// The number, or the number in TEXT.
  var decimalOfNumber: Decimal? {
    if let integer { return Decimal(integer) }
    if let real { return DecimalText.decimal("\(real)") }
    return decimalOfText
  }
}

import Columns
import Foundation
import Model

/// Appends values in the server's binary form, as `COPY … (FORMAT binary)` reads them.
struct BinaryValues {
  private(set) var bytes: [UInt8] = []
  /// Whether a value was out of the range of its column's type.
  private(set) var isOutOfRange = false

  /// The header of the format: a signature, no flags, no extension.
  static let header: [UInt8] =
    Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)

  init() { bytes = Self.header }

  mutating func beginRow(_ columns: Int) { append(Int16(truncatingIfNeeded: columns)) }

  /// Ends the data.
  mutating func end() { append(Int16(-1)) }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func appendNull() { append(Int32(-1)) }

  @inline(__always)
  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  @inline(__always)
  mutating func cell(_ number: some FixedWidthInteger) {
    append(Int32(number.bitWidth / 8))
    append(number)
  }

  mutating func cell(_ content: some Collection<UInt8>) {
    guard let size = Int32(exactly: content.count) else {
      isOutOfRange = true
      return appendNull()
    }
    append(size)
    bytes.append(contentsOf: content)
  }

  mutating func number(_ number: Int64, _ kind: BinaryKind) {
    switch kind {
    case .int2: Int16(exactly: number).map { cell($0) } ?? refuse()
    case .int4: Int32(exactly: number).map { cell($0) } ?? refuse()
    default: cell(number)
    }
  }

  mutating func real(_ number: Double, _ kind: BinaryKind) {
    guard kind == .float4 else { return cell(number.bitPattern) }
    let short = Float(number)
    if short.isInfinite, !number.isInfinite { return refuse() }
    cell(short.bitPattern)
  }

  private mutating func refuse() {
    isOutOfRange = true
    appendNull()
  }

  /// A date; the server's dates begin in 4713 BC and count from 2000.
  mutating func moment(_ microseconds: Int64, _ kind: BinaryKind) {
    let (shifted, overflow) = microseconds.subtractingReportingOverflow(946_684_800_000_000)
    guard !overflow, (-211_813_488_000_000_000..<9_223_371_331_200_000_000).contains(shifted) else {
      return refuse()
    }
    guard kind == .date else { return cell(shifted) }
    let day: Int64 = 86_400_000_000
    let days = shifted >= 0 ? shifted / day : (shifted + 1) / day - 1
    cell(Int32(truncatingIfNeeded: days))
  }

  /// A Decimal as digits in base 10,000.
  mutating func decimal(_ number: Decimal) {
    let text = number.description
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    var whole = Array(parts[0].utf8).map { $0 - 48 }
    var fraction = parts.count > 1 ? Array(parts[1].utf8).map { $0 - 48 } : []
    let scale = fraction.count
    while whole.count % 4 != 0 { whole.insert(0, at: 0) }
    while fraction.count % 4 != 0 { fraction.append(0) }
    let digits = whole + fraction
    var groups = stride(from: 0, to: digits.count, by: 4).map { start in
      digits[start..<start + 4].reduce(Int16(0)) { $0 * 10 + Int16($1) }
    }
    var weight = whole.count / 4 - 1
    while groups.first == 0 {
      groups.removeFirst()
      weight -= 1
    }
    while groups.last == 0 { groups.removeLast() }
    append(Int32(8 + 2 * groups.count))
    append(Int16(truncatingIfNeeded: groups.count))
    append(Int16(truncatingIfNeeded: groups.isEmpty ? 0 : weight))
    append(UInt16(isNegative && !groups.isEmpty ? 0x4000 : 0))
    append(Int16(truncatingIfNeeded: scale))
    for group in groups { append(group) }
  }
}

/// The server's types whose binary form is written.
enum BinaryKind {
  case bool, int2, int4, int8, float4, float8, text, uuid, bytes, date, timestamp, numeric

  /// The kind of a type by the server's number; nil for other types.
  init?(_ type: Int64) {
    switch type {
    case 16: self = .bool
    case 21: self = .int2
    case 23: self = .int4
    case 20: self = .int8
    case 700: self = .float4
    case 701: self = .float8
    case 25, 1043: self = .text
    case 2950: self = .uuid
    case 17: self = .bytes
    case 1082: self = .date
    case 1114, 1184: self = .timestamp
    case 1700: self = .numeric
    default: return nil
    }
  }
}

extension BinaryValues {
  /// Appends the value in a row of a column; nil if the column's values do not have this kind.
  static func writer(
    of column: Column,
    _ kind: BinaryKind
  ) -> ((inout BinaryValues, Int) -> Void)? {
    switch (column, kind) {
    case (.int(let numbers), .int2), (.int(let numbers), .int4), (.int(let numbers), .int8):
      return writer(of: numbers) { $0.number($1, kind) }
    case (.bool(let values), .bool): return writer(of: values) { $0.cell(UInt8($1 == 0 ? 0 : 1)) }
    case (.double(let numbers), .float4), (.double(let numbers), .float8):
      return writer(of: numbers) { $0.real($1, kind) }
    case (.date(let moments), .date), (.date(let moments), .timestamp):
      return writer(of: moments) { $0.moment($1, kind) }
    case (.uuid(let values), .uuid): return writer(of: values) { $0.cell($1) }
    case (.data(let values), .bytes): return writer(of: values) { $0.cell($1) }
    case (.decimal(let numbers), .numeric): return writer(of: numbers) { $0.decimal($1) }
    case (.string(let texts), .text):
      let dictionary = texts.dictionary
      // The server rejects NUL; the other way reports it.
      if dictionary.bytes.contains(0) { return nil }
      return writer(of: texts.codes) { values, code in
        dictionary.withUTF8(of: code) { values.cell($0) }
      }
    default: return nil
    }
  }

  private static func writer<Element>(
    of column: FixedColumn<Element>,
    _ write: @escaping (inout BinaryValues, Element) -> Void
  ) -> (inout BinaryValues, Int) -> Void {
    { values, row in
      if column.isValid(row) { write(&values, column.values[row]) } else { values.appendNull() }
    }
  }
}

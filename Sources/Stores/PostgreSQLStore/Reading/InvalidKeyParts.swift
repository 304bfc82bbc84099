import Columns
import Model
import Storage

/// Parts of keys that are not values of their types, such as the day `infinity`. In an identity,
/// they are the server's texts.
extension ServerRows {
  /// The key of a row in the columns at `places`, which were read as `columns`; nil where one of
  /// them is NULL.
  func key(_ row: Int, _ places: Range<Int>, _ columns: [Column], _ types: [ValueType])
    -> RecordKey?
  {
    var parts: [Value] = []
    for (place, (column, type)) in zip(places, zip(columns, types)) {
      if column.isValid(row) {
        parts.append(column.value(at: row))
        continue
      }
      let text = withCell(row, place) { cell in
        cell.map { kind(of: place, type).text(ofInvalid: $0) }
      }
      guard let text else { return nil }
      parts.append(.string(text))
    }
    return .values(parts)
  }
}

extension RecordKey {
  /// Whether the parts are values of their types, which have an order.
  func fits(_ types: [ValueType]) -> Bool {
    guard case .values(let values) = self else { return true }
    return zip(values, types).allSatisfy { value, type in
      guard case .string = value else { return true }
      switch type {
      case .double, .decimal, .date: return false
      default: return true
      }
    }
  }
}

extension ServerKind {
  /// The server's text for a value that Martlet has not.
  fileprivate func text(ofInvalid cell: UnsafeRawBufferPointer) -> String {
    switch (self, cell.count) {
    case (.date, 4):
      let days = Int32(bigEndian: cell.loadUnaligned(as: Int32.self))
      if days == .max { return "infinity" }
      if days == .min { return "-infinity" }
      return CivilDate(dayNumber: Int64(days) + 10_957).text
    case (.timestamp, 8), (.timestampWithZone, 8):
      let count = Int64(bigEndian: cell.loadUnaligned(as: Int64.self))
      if count == .max { return "infinity" }
      if count == .min { return "-infinity" }
      return Self.moment(count) + (self == .timestampWithZone ? "+00" : "")
    case (.numeric, _): return ServerNumeric.text(cell)
    default: return "NaN"
    }
  }

  /// The date and time, in microseconds since 2000.
  private static func moment(_ count: Int64) -> String {
    let (day, time) = count.quotientAndRemainder(dividingBy: Timestamp.microsecondsPerDay)
    let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000)
    let fraction = String("\(1_000_000 + rest)".dropFirst())
    return CivilDate(dayNumber: day + 10_957).text + " " + CivilMoment.clockText(seconds) + "."
      + fraction
  }
}

extension ServerNumeric {
  /// The server's text for a number of any size.
  fileprivate static func text(_ cell: UnsafeRawBufferPointer) -> String {
    guard cell.count >= 8 else { return "NaN" }
    func word(_ place: Int) -> UInt16 {
      UInt16(bigEndian: cell.loadUnaligned(fromByteOffset: 2 * place, as: UInt16.self))
    }
    switch word(2) {
    case 0, 0x4000: break
    case 0xD000: return "Infinity"
    case 0xF000: return "-Infinity"
    default: return "NaN"
    }
    let (count, weight) = (Int(word(0)), Int(Int16(bitPattern: word(1))))
    guard cell.count >= 8 + 2 * count else { return "NaN" }
    func group(_ place: Int) -> String {
      let text = "\((0..<count).contains(place) ? word(4 + place) : 0)"
      return String(repeating: "0", count: 4 - text.count) + text
    }
    let whole = (0..<max(0, weight + 1)).map(group).joined().drop { $0 == "0" }
    let fraction = (weight + 1..<max(weight + 1, count)).map(group).joined()
    return (word(2) == 0 ? "" : "-") + (whole.isEmpty ? "0" : String(whole)) + "."
      + (fraction.isEmpty ? "0" : fraction)
  }
}

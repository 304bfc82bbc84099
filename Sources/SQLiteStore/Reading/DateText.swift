import Model
import SQLGeneration

extension DateCodec {
  /// The microseconds since 1970 of what stands in a cell; nil where it is no date.
  func microseconds(_ cell: SQLiteCell) -> Int64? {
    switch self {
    case .microseconds: cell.integer
    case .milliseconds: cell.integer.flatMap { Self.scaled($0, by: 1000) }
    case .seconds(let epoch): Self.seconds(cell, since: epoch)
    case .text: cell.text.flatMap(DateText.microseconds)
    case .any: Self.anyKind(cell)
    }
  }

  /// The last second of the year 9999, since 1970, and its Julian day: what lies beyond is counted in
  /// other units.
  private static let lastSecond: Int64 = 253_402_300_799
  private static let lastJulianDay = 5_373_484.5

  private static func anyKind(_ cell: SQLiteCell) -> Int64? {
    if let whole = cell.integer {
      if whole.magnitude <= lastSecond.magnitude { return seconds(cell, since: 0) }
      return whole.magnitude / 1000 <= lastSecond.magnitude ? scaled(whole, by: 1000) : whole
    }
    guard let number = cell.double else { return cell.text.flatMap(DateText.microseconds) }
    return abs(number) <= lastJulianDay ? julianDays(number) : seconds(cell, since: 0)
  }

  private static func scaled(_ number: Int64, by factor: Int64) -> Int64? {
    let product = number.multipliedReportingOverflow(by: factor)
    return product.overflow ? nil : product.partialValue
  }

  private static func seconds(_ cell: SQLiteCell, since epoch: Int64) -> Int64? {
    if let whole = cell.integer {
      let sum = whole.addingReportingOverflow(epoch)
      return sum.overflow ? nil : scaled(sum.partialValue, by: Timestamp.microsecondsPerSecond)
    }
    guard let seconds = cell.double, let base = scaled(epoch, by: Timestamp.microsecondsPerSecond)
    else { return nil }
    guard let micros = Int64(exactly: (seconds * 1e6).rounded()) else { return nil }
    let sum = micros.addingReportingOverflow(base)
    return sum.overflow ? nil : sum.partialValue
  }

  /// Days since noon of 24 November 4714 BC.
  private static func julianDays(_ days: Double) -> Int64? {
    Int64(exactly: ((days - 2_440_587.5) * 86_400_000).rounded()).flatMap { scaled($0, by: 1000) }
  }
}

/// Dates as SQLite's date functions write them.
enum DateText {
  /// The microseconds since 1970 UTC of `2026-07-01`, `2026-07-01 12:30:00.123`, with `T` for the space
  /// and `Z` or `+02:00` behind; nil for anything else.
  static func microseconds(_ text: String) -> Int64? {
    var reader = DigitReader(text)
    guard let year = reader.digits(4), reader.skip("-"), let month = reader.digits(2),
      reader.skip("-"), let day = reader.digits(2)
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    guard date.exists else { return nil }
    var micros = date.dayNumber * Timestamp.microsecondsPerDay
    if reader.isAtEnd { return micros }
    guard reader.skip(" ") || reader.skip("T"), let hour = reader.digits(2), hour < 24,
      reader.skip(":"), let minute = reader.digits(2), minute < 60
    else { return nil }
    micros += (hour * 60 + minute) * 60_000_000
    if reader.skip(":") {
      guard let second = reader.digits(2), second < 60 else { return nil }
      micros += second * 1_000_000
      if reader.skip(".") {
        guard let fraction = reader.fraction() else { return nil }
        micros += fraction
      }
    }
    guard let offset = reader.zone(), reader.isAtEnd else { return nil }
    return micros - offset
  }

  /// The text of a moment, as short as it can be: a day, or with a time; nil beyond the years 0 to 9999.
  static func text(_ moment: Timestamp) -> String? {
    let civil = CivilMoment(moment)
    let (date, rest) = (civil.date, civil.timeOfDay)
    guard (0...9999).contains(date.year) else { return nil }
    let dayText = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    if rest == 0 { return dayText }
    let seconds = rest / 1_000_000
    var text = "\(dayText) \(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2))"
    text += ":\(padded(seconds % 60, 2))"
    let fraction = rest % 1_000_000
    if fraction == 0 { return text }
    return text + "." + (fraction % 1000 == 0 ? padded(fraction / 1000, 3) : padded(fraction, 6))
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// Reads digits and marks from the beginning of a text.
private struct DigitReader {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func digits(_ count: Int) -> Int64? {
    let taken = rest.prefix(count)
    guard taken.count == count else { return nil }
    var number: Int64 = 0
    for byte in taken {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      number = number * 10 + Int64(byte - 0x30)
    }
    rest = rest.dropFirst(count)
    return number
  }

  mutating func skip(_ mark: Character) -> Bool {
    guard let first = rest.first, first == mark.asciiValue else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// The digits behind a point, as microseconds; those behind the sixth are left out.
  mutating func fraction() -> Int64? {
    var (value, scale): (Int64, Int64) = (0, 100_000)
    var count = 0
    while let digit = digits(1) {
      value += digit * scale
      scale /= 10
      count += 1
    }
    return count > 0 ? value : nil
  }

  /// The microseconds by which the zone behind is ahead of UTC; 0 without one.
  mutating func zone() -> Int64? {
    if isAtEnd || skip("Z") { return 0 }
    _ = skip(" ")
    let isBehind = skip("-")
    guard isBehind || skip("+"), let hours = digits(2) else { return nil }
    _ = skip(":")
    guard let minutes = digits(2) else { return nil }
    let offset = (hours * 60 + minutes) * 60_000_000
    return isBehind ? -offset : offset
  }
}

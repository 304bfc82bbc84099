import Model

/// Dates in the formats of SQLite's date functions.
enum SQLiteDateText {
  /// The microseconds since 1970 UTC of `2026-07-01` or `2026-07-01 12:30:00.123`, optionally with
  /// `T` and `Z` or `+02:00`; nil for other formats.
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

  /// The shortest text of a date: a day, or a day and a time; nil outside of the years 0 to 9999.
  static func text(_ moment: Timestamp) -> String? {
    let civil = CivilMoment(moment)
    guard (0...9999).contains(civil.date.year) else { return nil }
    return civil.timeOfDay == 0 ? civil.date.text : civil.date.text + " " + civil.timeText
  }
}

/// Reads digits and marks from the start of a string.
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

  /// The digits after a point as microseconds; more than six digits are truncated.
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

  /// The offset of the time zone in microseconds; 0 without one.
  mutating func zone() -> Int64? {
    if isAtEnd || skip("Z") { return 0 }
    _ = skip(" ")
    let isAfter = skip("-")
    guard isAfter || skip("+"), let hours = digits(2) else { return nil }
    _ = skip(":")
    guard let minutes = digits(2) else { return nil }
    let offset = (hours * 60 + minutes) * 60_000_000
    return isAfter ? -offset : offset
  }
}

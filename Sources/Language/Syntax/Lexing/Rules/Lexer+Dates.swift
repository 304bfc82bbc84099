extension Lexer {
  /// `2026-11-21`, `2026-11-21T12:30:00.5+02:00`; nil if this is not a date.
  mutating func date() -> Token.Kind? {
    guard matches("dddd-dd-dd"), !continuesWord(at: self.offset + 10) || isTimeMark(ahead: 10)
    else { return nil }
    let (year, month, day) = (decimal(at: 0, 4), decimal(at: 5, 2), decimal(at: 8, 2))
    advance(10)
    var time: Int64?
    var offset: Int?
    if isTimeMark() {
      guard let parsed = timeOfDay() else { return malformed(.malformedTime) }
      time = parsed
      guard let zone = zone() else { return malformed(.malformedZone) }
      offset = zone.offset
      if continuesWord(at: self.offset) { return malformed(.malformedTime) }
    }
    guard Self.isDay(year, month, day) else {
      return .invalid(.noSuchDate(year: year, month: month, day: day))
    }
    return .date(
      DateLiteral(year: year, month: month, day: day, timeOfDay: time, zoneOffset: offset)
    )
  }

  /// Whether a `T` follows that must start the time of a date.
  private func isTimeMark(ahead distance: Int = 0) -> Bool {
    byte(ahead: distance) | 0x20 == UInt8(ascii: "t")
      && (WordBytes.isDigit(byte(ahead: distance + 1)) || !continuesWord(at: offset + distance + 1))
  }

  /// `T12:30:00.5` in microseconds since midnight.
  private mutating func timeOfDay() -> Int64? {
    guard matches("Tdd:dd:dd") else { return nil }
    let (hour, minute, second) = (decimal(at: 1, 2), decimal(at: 4, 2), decimal(at: 7, 2))
    guard hour < 24, minute < 60, second < 60 else { return nil }
    advance(9)
    guard let fraction = fractionInMicroseconds() else { return nil }
    return Int64(hour * 3600 + minute * 60 + second) * 1_000_000 + Int64(fraction)
  }

  /// `.5`: one to six digits; 0 without a fraction.
  private mutating func fractionInMicroseconds() -> Int? {
    guard byte() == UInt8(ascii: "."), WordBytes.isDigit(byte(ahead: 1)) else { return 0 }
    advance()
    var count = 0
    var value = 0
    while WordBytes.isDigit(byte()), count < 6 {
      value = value * 10 + decimal(at: 0, 1)
      count += 1
      advance()
    }
    guard !WordBytes.isDigit(byte()) else { return nil }
    return (count..<6).reduce(value) { scaled, _ in scaled * 10 }
  }

  /// An optional time zone.
  private struct Zone {
    /// Seconds east of UTC.
    let offset: Int?
  }

  /// `Z`, `+02:00`; nil if the offset is out of range.
  private mutating func zone() -> Zone? {
    if byte() == UInt8(ascii: "Z"), !continuesWord(at: offset + 1) {
      advance()
      return Zone(offset: 0)
    }
    guard matches("+dd:dd") || matches("-dd:dd") else { return Zone(offset: nil) }
    let sign = byte() == UInt8(ascii: "-") ? -1 : 1
    let (hours, minutes) = (decimal(at: 1, 2), decimal(at: 4, 2))
    guard hours * 60 + minutes <= 18 * 60, minutes < 60 else { return nil }
    advance(6)
    return Zone(offset: sign * (hours * 3600 + minutes * 60))
  }

  /// Includes the rest of the malformed date in the invalid token.
  private mutating func malformed(_ error: LexicalError) -> Token.Kind {
    let marks = Array(":+-.".utf8)
    skip { WordBytes.isWord($0) || marks.contains($0) }
    return .invalid(error)
  }

  /// Whether the next bytes match `pattern`, where `d` is a digit.
  private func matches(_ pattern: StaticString) -> Bool {
    pattern.withUTF8Buffer { pattern in
      pattern.enumerated().allSatisfy { index, expected in
        let found = byte(ahead: index)
        return expected == UInt8(ascii: "d") ? WordBytes.isDigit(found) : found == expected
      }
    }
  }

  /// The number of `count` digits, `distance` ahead.
  private func decimal(at distance: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { value, index in
      value * 10 + Int(byte(ahead: distance + index) & 0x0F)
    }
  }

  /// Whether the day exists in the Gregorian calendar.
  private static func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    guard (1...12).contains(month) else { return false }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...lengths[month - 1]).contains(day)
  }
}

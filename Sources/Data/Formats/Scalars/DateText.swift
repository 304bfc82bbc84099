import Model

/// Dates in files: `2024-02-29`, `2024-02-29T12:30:00.25Z`, `2024-02-29 12:30+01:00`.
///
/// The default zone is UTC. Digits beyond microseconds must be zeros; others would be lost.
enum DateText {
  /// Microseconds since 1970 UTC; nil if `text` is not an existing date.
  @inline(__always)
  static func microseconds(_ text: FieldText) -> Int64? {
    guard text.count >= 10, let day = dayNumber(text) else { return nil }
    let midnight = day * Timestamp.microsecondsPerDay
    return text.count == 10 ? midnight : moment(text, midnight: midnight)
  }

  /// The day in the first ten bytes of `text`. The first eight are processed as one word.
  @inline(__always)
  private static func dayNumber(_ text: FieldText) -> Int64? {
    // The XOR leaves the values of digits, and zeros for the hyphens.
    let digits = ByteWord.load(text.start) ^ 0x2D30_302D_3030_3030
    let tooGreat = digits | (digits &+ 0x7F76_767F_7676_7676)
    guard tooGreat & ByteWord.highBits == 0, let day = twoDigits(text, 8) else { return nil }
    let pairs = digits &* 10 &+ digits >> 8
    let year = Int64(pairs & 0xFF) &* 100 &+ Int64(pairs >> 16 & 0xFF)
    let month = Int64(pairs >> 40 & 0xFF)
    // Every month has at least 28 days.
    guard day &- 1 < 28, day > 0, month &- 1 < 12, month > 0, year > 0 else {
      let date = CivilDate(year: year, month: month, day: day)
      return date.exists ? date.dayNumber : nil
    }
    return defaultDayNumber(year, month, day)
  }

  /// The number of an existing day in the years 1 to 9999, as in `CivilDate` but with fewer steps,
  /// since no value is negative before the last step (Neri and Schneider, "Euclidean affine
  /// functions and their application to calendar algorithms").
  @inline(__always)
  private static func defaultDayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let isEarly: UInt32 = month <= 2 ? 1 : 0
    let years = UInt32(truncatingIfNeeded: year) &- isEarly
    let months = UInt32(truncatingIfNeeded: month) &+ 12 &* isEarly
    let centuries = years / 100
    let yearDays = 1461 &* years / 4 &- centuries &+ centuries / 4
    let monthDays = (979 &* months &- 2919) / 32
    return Int64(yearDays &+ monthDays) &+ day &- 719_469
  }

  /// The number with the two digits at `index`; both are within the text.
  @inline(__always)
  private static func twoDigits(_ text: FieldText, _ index: Int) -> Int64? {
    let tens = text[index] &- Byte.zero
    let ones = text[index + 1] &- Byte.zero
    return tens < 10 && ones < 10 ? Int64(tens &* 10 &+ ones) : nil
  }

  private static func moment(_ text: FieldText, midnight: Int64) -> Int64? {
    guard text[10] == UInt8(ascii: "T") || text[10] == Byte.space else { return nil }
    var parser = TimeParser(text: text, index: 11)
    guard let time = parser.time(), let offset = parser.zone() else { return nil }
    return midnight + time - offset
  }

  /// Parses the text after the day.
  private struct TimeParser {
    let text: FieldText
    var index: Int

    /// `12:30`, `12:30:59`, `12:30:59.123456` in microseconds.
    mutating func time() -> Int64? {
      guard let hour = number(below: 24), skip(Byte.colon), let minute = number(below: 60) else {
        return nil
      }
      var total = (hour * 60 + minute) * 60 * Timestamp.microsecondsPerSecond
      guard skip(Byte.colon) else { return total }
      guard let second = number(below: 60) else { return nil }
      total += second * Timestamp.microsecondsPerSecond
      guard skip(Byte.point) else { return total }
      return fraction().map { total + $0 }
    }

    /// The offset from UTC in microseconds: `Z`, `+01`, `-0530`, `+01:00`.
    mutating func zone() -> Int64? {
      if index == text.count { return 0 }
      if skip(UInt8(ascii: "Z")) { return index == text.count ? 0 : nil }
      let isWest = text[index] == Byte.minus
      guard isWest || text[index] == Byte.plus else { return nil }
      index += 1
      guard let hours = number(below: 24) else { return nil }
      _ = skip(Byte.colon)
      let minutes = index == text.count && text[index - 1] != Byte.colon ? 0 : number(below: 60)
      guard let minutes, index == text.count else { return nil }
      let ahead = (hours * 60 + minutes) * 60 * Timestamp.microsecondsPerSecond
      return isWest ? -ahead : ahead
    }

    private mutating func number(below limit: Int64) -> Int64? {
      guard index + 2 <= text.count, let value = DateText.twoDigits(text, index), value < limit
      else { return nil }
      index += 2
      return value
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
      guard index < text.count, text[index] == byte else { return false }
      index += 1
      return true
    }

    private mutating func fraction() -> Int64? {
      var value: Int64 = 0
      var digits = 0
      while index < text.count, text[index] &- Byte.zero < 10 {
        let digit = Int64(text[index] &- Byte.zero)
        if digits < 6 { value = value * 10 + digit } else if digit != 0 { return nil }
        digits += 1
        index += 1
      }
      guard digits > 0 else { return nil }
      while digits < 6 {
        value *= 10
        digits += 1
      }
      return value
    }
  }
}

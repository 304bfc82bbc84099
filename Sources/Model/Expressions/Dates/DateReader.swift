import Model

/// Reads dates from strings.
struct DateReader {
  private var rest: Substring.UTF8View
  private var parts: [Character: Int64] = [:]

  private init(_ text: String) { rest = text[...].utf8 }

  /// The date of a string in the format of ISO 8601; nil if it is not one. Without a zone it is a
  /// time of `clock`.
  static func date(iso text: String, _ clock: ZoneClock) -> Int64? {
    var reader = DateReader(text)
    guard reader.number("y", 4...4), reader.take("-"), reader.number("M", 2...2),
      reader.take("-"), reader.number("d", 2...2)
    else { return nil }
    if reader.rest.isEmpty { return reader.date(clock) }
    guard reader.take("T") || reader.take(" "), reader.number("H", 2...2), reader.take(":"),
      reader.number("m", 2...2)
    else { return nil }
    if reader.take(":") {
      guard reader.number("s", 2...2) else { return nil }
      if reader.take("."), !reader.fraction(1...9) { return nil }
    }
    if !reader.rest.isEmpty, !reader.zone() { return nil }
    return reader.rest.isEmpty ? reader.date(clock) : nil
  }

  /// The date of a string in the format of a pattern; nil if it does not have that format.
  static func date(_ text: String, _ pattern: DatePattern, _ clock: ZoneClock) -> Int64? {
    var reader = DateReader(text)
    for (index, field) in pattern.fields.enumerated() {
      let next = index + 1 < pattern.fields.count ? pattern.fields[index + 1] : nil
      guard reader.read(field, before: next) else { return nil }
    }
    return reader.rest.isEmpty ? reader.date(clock) : nil
  }

  private mutating func read(_ field: DatePattern.Field, before next: DatePattern.Field?) -> Bool {
    switch field {
    case .text(let text): return take(text)
    case .field("M", let count) where count > 2, .field("L", let count) where count > 2:
      return name("M", DatePattern.months, count)
    case .field("E", let count): return name("E", DatePattern.weekdays, max(count, 3))
    case .field("a", _):
      for (value, names) in [(Int64(0), ["AM", "am"]), (1, ["PM", "pm"])]
      where names.contains(where: { take($0) }) {
        parts["a"] = value
        return true
      }
      return false
    case .field("X", _), .field("x", _), .field("Z", _): return zone()
    case .field("S", let count): return fraction(count...count)
    case .field(let letter, let count):
      var widest = letter == "y" || letter == "Y" ? max(count, 4) : letter == "D" ? 3 : 2
      if letter == "y" || letter == "Y", count == 2 { widest = 2 }
      let isBeforeDigits = next?.isNumeric ?? false
      let least = count > 2 || widest == 2 && letter == "y" || isBeforeDigits ? count : 1
      return number(
        letter == "L" ? "M" : letter,
        least...max(least, isBeforeDigits ? count : widest)
      )
        && shortYear(letter, count)
    }
  }

  /// A year of two digits is between 1970 and 2069.
  private mutating func shortYear(_ letter: Character, _ count: Int) -> Bool {
    if letter == "y" || letter == "Y", count == 2, let year = parts[letter] {
      parts[letter] = year + (year < 70 ? 2000 : 1900)
    }
    return true
  }

  /// The date of the parts; nil if there is no such day or time.
  private func date(_ clock: ZoneClock) -> Int64? {
    guard let day, let time else { return nil }
    guard let local = Timestamp(day: day, timeOfDay: time)?.microseconds else { return nil }
    guard let offset = parts["X"] else { return clock.moment(showing: local) }
    let (moment, overflow) = local.subtractingReportingOverflow(offset)
    return overflow ? nil : moment
  }

  private var day: Int64? {
    guard [parts["y"], parts["Y"]].allSatisfy({ $0.map(DateFunctions.years.contains) ?? true })
    else { return nil }
    if let year = parts["Y"], parts["y"] == nil || parts["w"] != nil { return day(ofWeekIn: year) }
    guard let year = parts["y"] else { return nil }
    if let week = parts["w"], parts["M"] == nil { return day(of: week, in: year) }
    if let number = parts["D"], parts["M"] == nil {
      let day = CivilDate(year: year, month: 1, day: 1).dayNumber + number - 1
      return number > 0 && CivilDate(dayNumber: day).year == year ? day : nil
    }
    let month = parts["M"] ?? parts["Q"].map { 3 * $0 - 2 } ?? 1
    let date = CivilDate(year: year, month: month, day: parts["d"] ?? 1)
    return date.exists ? date.dayNumber : nil
  }

  private func day(ofWeekIn year: Int64) -> Int64? { day(of: parts["w"] ?? 1, in: year) }

  /// A day of a week of ISO 8601, by default its Monday.
  private func day(of week: Int64, in year: Int64) -> Int64? {
    let fourth = CivilDate(year: year, month: 1, day: 4)
    let first = fourth.dayNumber - DateFunctions.daysSinceMonday(fourth)
    let monday = first + 7 * (week - 1)
    guard week > 0, DateFunctions.week(of: CivilDate(dayNumber: monday)).year == year else {
      return nil
    }
    return monday + (parts["E"].map { ($0 + 5) % 7 } ?? 0)
  }

  private var time: Int64? {
    var hour = parts["H"] ?? 0
    if let half = parts["h"] {
      guard (1...12).contains(half) else { return nil }
      hour = half % 12 + 12 * (parts["a"] ?? 0)
    }
    let (minute, second) = (parts["m"] ?? 0, parts["s"] ?? 0)
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else {
      return nil
    }
    return (3600 * hour + 60 * minute + second) * Timestamp.microsecondsPerSecond
      + (parts["S"] ?? 0)
  }
}

/// Reading parts.
extension DateReader {
  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private mutating func digits(_ counts: ClosedRange<Int>) -> Int64? {
    // No part of a date has more digits.
    let digits = rest.prefix(min(counts.upperBound, DatePattern.maxCount)).prefix {
      (0x30...0x39).contains($0)
    }
    guard digits.count >= counts.lowerBound else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  private mutating func number(_ letter: Character, _ counts: ClosedRange<Int>) -> Bool {
    parts[letter] = digits(counts)
    return parts[letter] != nil
  }

  /// A fraction of a second; digits after microseconds are dropped.
  private mutating func fraction(_ counts: ClosedRange<Int>) -> Bool {
    let count = rest.count
    guard var value = digits(counts) else { return false }
    var places = count - rest.count
    while places > 6 { (value, places) = (value / 10, places - 1) }
    while places < 6 { (value, places) = (value * 10, places + 1) }
    parts["S"] = value
    return true
  }

  /// `Z`, `+01:00`, `+0100` or `+01`
  private mutating func zone() -> Bool {
    if take("Z") {
      parts["X"] = 0
      return true
    }
    let isWest = take("-")
    guard isWest || take("+"), let hours = digits(2...2) else { return false }
    let colon = take(":")
    guard let minutes = digits(2...2) ?? (colon ? nil : 0), hours < 24, minutes < 60 else {
      return false
    }
    let offset = (3600 * hours + 60 * minutes) * Timestamp.microsecondsPerSecond
    parts["X"] = isWest ? -offset : offset
    return true
  }

  private mutating func name(_ letter: Character, _ names: [String], _ count: Int) -> Bool {
    for (index, name) in names.enumerated() {
      let name = count == 3 ? String(name.prefix(3)) : name
      guard String(rest.prefix(name.utf8.count))?.lowercased() == name.lowercased() else {
        continue
      }
      rest = rest.dropFirst(name.utf8.count)
      parts[letter] = Int64(index + 1)
      return true
    }
    return false
  }
}

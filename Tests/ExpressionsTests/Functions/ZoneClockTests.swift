import Expressions
import Foundation
import Model
import TestSupport
import Testing

/// Compares functions of dates in time zones with Foundation's calendar, from 1900 to 2100.
@Suite struct ZoneClockTests {
  private static let zones = [
    "Europe/Oslo", "America/New_York", "America/Sao_Paulo", "Asia/Kathmandu", "Asia/Tokyo",
    "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia", "GMT",
  ]
  /// 1900 to 2100 in seconds.
  private static let seconds: ClosedRange<Int64> = -2_208_988_800...4_102_444_800

  private static func calendar(_ zone: String) throws -> Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    return calendar
  }

  private static func date(_ seconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(seconds))
  }

  @Test(arguments: zones)
  func partsAreThoseOfTheCalendar(zone: String) throws {
    let (calendar, clock) = (try Self.calendar(zone), ZoneClock.named(zone))
    var random = SeededRandom(seed: 31)
    for _ in 0..<fuzzCount(1000) {
      let seconds = Int64.random(in: Self.seconds, using: &random)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second, .weekOfYear, .yearForWeekOfYear],
        from: Self.date(seconds)
      )
      let expected = [
        parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second,
        parts.weekOfYear, parts.yearForWeekOfYear,
      ].map { Int64($0 ?? -1) }
      let local = clock.shown(seconds * 1_000_000)
      let functions: [ScalarFunction] = [
        .year, .month, .day, .hour, .minute, .second, .week, .isoYear,
      ]
      #expect(functions.map { DateFunctions.part($0, of: local) } == expected, "\(seconds) \(zone)")
    }
  }

  @Test(arguments: zones)
  func unitsStartWhereTheCalendarSays(zone: String) throws {
    let (calendar, clock) = (try Self.calendar(zone), ZoneClock.named(zone))
    let units: [(CalendarUnit, Calendar.Component)] = [
      (.year, .year), (.month, .month), (.week, .weekOfYear), (.day, .day), (.hour, .hour),
    ]
    var random = SeededRandom(seed: 32)
    for _ in 0..<fuzzCount(300) {
      let seconds = Int64.random(in: Self.seconds, using: &random)
      for (unit, component) in units {
        let interval = try #require(
          calendar.dateInterval(of: component, for: Self.date(seconds))
        )
        let start = DateFunctions.bound(.startOf, unit, of: seconds * 1_000_000, clock)
        let expected = Int64(interval.start.timeIntervalSince1970.rounded()) * 1_000_000
        #expect(start == expected, "\(unit) of \(seconds) in \(zone)")
      }
    }
  }

  @Test(arguments: zones)
  func monthsBetweenDatesAreThoseOfTheCalendar(zone: String) throws {
    let (calendar, clock) = (try Self.calendar(zone), ZoneClock.named(zone))
    var random = SeededRandom(seed: 33)
    for _ in 0..<fuzzCount(300) {
      let first = Int64.random(in: Self.seconds, using: &random)
      let second = Int64.random(in: Self.seconds, using: &random)
      let parts = calendar.dateComponents([.month], from: Self.date(first), to: Self.date(second))
      let months = DateFunctions.difference(
        .months,
        from: first * 1_000_000,
        to: second * 1_000_000,
        clock
      )
      #expect(months == Int64(parts.month ?? -1), "\(first) \(second) \(zone)")
    }
  }

  @Test(
    arguments: [
      "dd.MM.yyyy", "yyyy-MM-dd HH:mm:ss", "EEE d MMM yyyy", "EEEE, MMMM d, yyyy", "YYYY-'W'ww",
      "h:mm a", "yy/M/d", "yyyyMMdd'T'HHmmss", "D 'of' yyyy", "HH 'o''clock'", "Q yyyy",
      "yyyy-MM-dd'T'HH:mm:ssXXX", "yyyy-MM-dd HH:mm Z",
    ]
  )
  func patternsWriteWhatFoundationWrites(pattern: String) throws {
    let context = EvaluationContext(now: Timestamp(microseconds: 0), timeZone: .gmt)
    let evaluator = FunctionEvaluator(context: context)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    var random = SeededRandom(seed: 34)
    for zone in Self.zones {
      formatter.calendar = try Self.calendar(zone)
      formatter.timeZone = TimeZone(identifier: zone)
      formatter.dateFormat = pattern
      for _ in 0..<fuzzCount(50) {
        // From 1972, when the last zones had left their local mean times.
        let seconds = Int64.random(in: 63_072_000...4_102_444_800, using: &random)
        let date = Value.date(Timestamp(microseconds: seconds * 1_000_000))
        let text = try evaluator.call(.toString, [date, .string(pattern), .string(zone)])
        #expect(text == .string(formatter.string(from: Self.date(seconds))), "\(seconds) \(zone)")
      }
    }
  }

  @Test(
    arguments: [
      "dd.MM.yyyy HH:mm:ss", "yyyyMMddHHmmss", "EEE d MMM yyyy h:mm:ss a", "D yyyy HH:mm:ss",
      "YYYY-'W'ww EEE HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ssXXX",
    ]
  )
  func whatAPatternWritesIsReadAgain(pattern: String) throws {
    let context = EvaluationContext(now: Timestamp(microseconds: 0), timeZone: .gmt)
    let evaluator = FunctionEvaluator(context: context)
    var random = SeededRandom(seed: 35)
    for _ in 0..<fuzzCount(300) {
      let seconds = Int64.random(in: Self.seconds, using: &random)
      let date = Value.date(Timestamp(microseconds: seconds * 1_000_000))
      let text = try evaluator.call(.toString, [date, .string(pattern)])
      #expect(try evaluator.call(.toDate, [text, .string(pattern)]) == date, "\(text)")
    }
  }
}

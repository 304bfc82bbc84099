import Expressions
import Foundation
import Model
import TestSupport
import Testing

/// Compares dates and their components with Foundation's calendar in UTC.
@Suite struct DateTests {
  private let calendar = Self.calendar(.gmt)
  private let evaluator = FunctionEvaluator(
    context: EvaluationContext(now: Timestamp(microseconds: 0), timeZone: .gmt)
  )

  @Test(arguments: 0..<UInt64(fuzzCount(4)))
  func componentsMatchFoundation(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      // Foundation changes to the Julian calendar before 1582, Martlet does not.
      let seconds = Int64.random(in: -12_000_000_000...200_000_000_000, using: &random)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekday, .hour, .minute],
        from: Date(timeIntervalSince1970: Double(seconds))
      )
      let expected: [(ScalarFunction, Int?)] = [
        (.year, parts.year), (.month, parts.month), (.day, parts.day), (.weekday, parts.weekday),
        (.hour, parts.hour), (.minute, parts.minute),
      ]
      for (function, part) in expected {
        let value = try evaluator.call(function, [.date(Self.moment(seconds))])
        #expect(value == .int(Int64(try #require(part))), "\(function) of \(seconds)")
      }
    }
  }

  @Test(arguments: [
    (TimeUnit.months, Calendar.Component.month), (.years, .year), (.days, .day), (.hours, .hour),
    (.minutes, .minute), (.seconds, .second),
  ])
  func unitsAreAddedAsInFoundation(unit: TimeUnit, component: Calendar.Component) throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<fuzzCount(200) {
      let seconds = Int64.random(in: 0...4_000_000_000, using: &random)
      let amount = Int.random(in: -400...400, using: &random)
      let date = Date(timeIntervalSince1970: Double(seconds))
      let moved = try #require(calendar.date(byAdding: component, value: amount, to: date))
      let span = try DateArithmetic.duration(.int(Int64(amount)), unit)
      let result = try Arithmetic.apply(.add, .date(Self.moment(seconds)), span)
      #expect(
        result == .date(Self.moment(Int64(moved.timeIntervalSince1970))),
        "\(seconds) + \(amount) \(unit)"
      )
    }
  }

  @Test func outOfRangeDatesAreRejected() throws {
    let last = Value.date(Timestamp(microseconds: .max))
    let first = Value.date(Timestamp(microseconds: .min))
    let month = try DateArithmetic.duration(.int(1), .months)
    let endless = Value.duration(TimeSpan(months: .min, microseconds: 0))
    for (left, operation, right) in [
      (last, ArithmeticOperator.add, month), (first, .subtract, month), (last, .subtract, first),
      (last, .subtract, endless), (first, .add, .duration(TimeSpan(microseconds: -1))),
    ] {
      #expect(throws: EvaluationError.overflow(operation, left, right)) {
        try Arithmetic.apply(operation, left, right)
      }
    }
  }

  @Test(arguments: [
    (Value.int(.max), TimeUnit.seconds), (.int(.max), .years), (.double(1e300), .days),
    (.double(.infinity), .seconds),
  ])
  func infiniteDurationsAreRejected(amount: Value, unit: TimeUnit) {
    #expect(throws: EvaluationError.durationOverflow(amount, unit)) {
      try DateArithmetic.duration(amount, unit)
    }
  }

  /// Local times that exist once, in zones with summer time; Foundation finds their moment.
  @Test(arguments: ["Europe/Oslo", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"])
  func localTimesMatchFoundation(name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    let local = Self.calendar(zone)
    var random = SeededRandom(seed: 11)
    for _ in 0..<300 {
      let moment = Int64.random(in: 0...2_000_000_000, using: &random)
      let parts = local.dateComponents(
        [.year, .month, .day, .hour, .minute, .second],
        from: Date(timeIntervalSince1970: Double(moment))
      )
      let shown = try #require(calendar.date(from: parts)).timeIntervalSince1970
      let found = LocalTime.moment(showing: Self.moment(Int64(shown)), in: zone)
      let expected = try #require(local.date(from: parts)).timeIntervalSince1970
      #expect(found == Self.moment(Int64(expected)), "\(name) \(parts)")
    }
  }

  /// In Oslo clocks went from 02:00 to 03:00 on 2026-03-29 and from 03:00 to 02:00 on 2026-10-25.
  @Test(arguments: [
    ("2026-03-29T02:30:00Z", "2026-03-29T01:30:00Z"),
    ("2026-03-29T03:30:00Z", "2026-03-29T01:30:00Z"),
    ("2026-03-29T01:30:00Z", "2026-03-29T00:30:00Z"),
    ("2026-10-25T02:30:00Z", "2026-10-25T00:30:00Z"),
    ("2026-10-25T03:30:00Z", "2026-10-25T02:30:00Z"),
  ])
  func skippedAndRepeatedLocalTimes(local: String, expected: String) throws {
    let zone = try #require(TimeZone(identifier: "Europe/Oslo"))
    let found = LocalTime.moment(showing: try Self.moment(local), in: zone)
    #expect(found == (try Self.moment(expected)))
  }

  @Test(arguments: [
    ("2026-03-29T10:00:00Z", "2026-03-28T23:00:00Z"),
    ("2026-10-25T22:30:00Z", "2026-10-24T22:00:00Z"),
    ("2026-10-25T23:30:00Z", "2026-10-25T23:00:00Z"),
    ("2026-07-01T22:30:00Z", "2026-07-01T22:00:00Z"),
  ])
  func todayBeginsAtMidnightOfTheZone(now: String, expected: String) throws {
    let zone = try #require(TimeZone(identifier: "Europe/Oslo"))
    let context = EvaluationContext(now: try Self.moment(now), timeZone: zone)
    #expect(context.today == (try Self.moment(expected)))
  }

  private static func calendar(_ zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }

  private static func moment(_ seconds: Int64) -> Timestamp {
    Timestamp(microseconds: seconds * Timestamp.microsecondsPerSecond)
  }

  private static func moment(_ text: String) throws -> Timestamp {
    moment(Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970))
  }
}

import Foundation
import Model
import TestSupport
import Testing

/// The calendar against Foundation's, in UTC.
@Suite struct CivilDateTests {
  private let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  @Test(arguments: 0..<fuzzCount(4))
  func daysMatchFoundation(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    for _ in 0..<300 {
      // Foundation changes to the Julian calendar before 1582, Martlet does not.
      let day = Int64.random(in: -140_000...2_900_000, using: &random)
      let civil = CivilDate(dayNumber: day)
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      #expect(parts.year == Int(civil.year))
      #expect(parts.month == Int(civil.month))
      #expect(parts.day == Int(civil.day))
      #expect(civil.dayNumber == day)
      #expect(civil.exists)
    }
  }

  @Test(arguments: 0..<fuzzCount(4))
  func monthsAreAddedAsInFoundation(seed: Int) throws {
    var random = SeededRandom(seed: 100 + UInt64(seed))
    for _ in 0..<300 {
      let day = Int64.random(in: 0...40_000, using: &random)
      let months = Int.random(in: -240...240, using: &random)
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      let expected = try #require(calendar.date(byAdding: .month, value: months, to: date))
      let moved = try #require(CivilDate(dayNumber: day).adding(months: Int64(months)))
      #expect(Double(moved.dayNumber) * 86_400 == expected.timeIntervalSince1970)
    }
  }

  @Test(arguments: [(2025, 2, 29), (2024, 2, 30), (2026, 13, 1), (2026, 0, 1), (2026, 4, 31)])
  func someDaysDoNotExist(year: Int64, month: Int64, day: Int64) {
    #expect(!CivilDate(year: year, month: month, day: day).exists)
  }

  @Test func monthsBeyondTheCalendarAreRejected() {
    #expect(CivilDate(year: 2026, month: 1, day: 1).adding(months: .max) == nil)
    #expect(CivilDate(year: 2026, month: 1, day: 1).adding(months: .min) == nil)
  }

  @Test func datesBeforeTheEpochHaveATimeOfDay() {
    let moment = CivilMoment(Timestamp(microseconds: -1))
    #expect(moment.date == CivilDate(year: 1969, month: 12, day: 31))
    #expect(moment.timeOfDay == Timestamp.microsecondsPerDay - 1)
    #expect(Timestamp(day: .max, timeOfDay: 0) == nil)
  }
}

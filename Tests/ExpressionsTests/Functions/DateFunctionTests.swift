import Expressions
import Foundation
import Model
import TestSupport
import Testing

/// Compares date functions with Foundation's calendar.
@Suite struct DateFunctionTests {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  @Test func componentsMatchTheCalendar() {
    var random = SeededRandom(seed: 21)
    for _ in 0..<fuzzCount(3000) {
      // From 1600 to 2400, where both calendars are Gregorian.
      let seconds = Int64.random(in: -11_676_096_000...13_569_465_600, using: &random)
      let parts = Self.calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .weekday],
        from: Date(timeIntervalSince1970: Double(seconds))
      )
      let moment = seconds * 1_000_000
      let found = [ScalarFunction.year, .month, .day, .hour, .minute, .weekday].map {
        DateFunctions.part($0, of: moment)
      }
      let expected = [
        parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.weekday,
      ].map { Int64($0 ?? -1) }
      #expect(found == expected, "\(seconds)")
    }
  }

  @Test func datesAreBuiltFromComponents() {
    for day in stride(from: Int64(-800_000), to: 800_000, by: 37) {
      let moment = day * Timestamp.microsecondsPerDay
      let made = DateFunctions.date(
        year: DateFunctions.part(.year, of: moment),
        month: DateFunctions.part(.month, of: moment),
        day: DateFunctions.part(.day, of: moment)
      )
      #expect(made?.microseconds == moment)
    }
  }

  @Test(
    arguments: [
      (2023, 2, 29), (2024, 2, 30), (1900, 2, 29), (2024, 13, 1), (2024, 0, 1), (2024, 4, 31),
      (2024, 1, 0), (2024, 1, -1), (400_000, 1, 1), (.max, 1, 1), (.min, 1, 1), (2024, .max, .min),
    ] as [(Int64, Int64, Int64)]
  )
  func daysThatDoNotExist(year: Int64, month: Int64, day: Int64) {
    #expect(DateFunctions.date(year: year, month: month, day: day) == nil)
  }

  @Test func daysBetweenAreWhole() {
    var random = SeededRandom(seed: 22)
    let day = Int128(Timestamp.microsecondsPerDay)
    let edges: [Int64] = [.min, .max, 0, 1, -1, 86_400_000_000, -86_400_000_000, 86_399_999_999]
    let others = (0..<60).map { _ in Int64.random(in: .min ... .max, using: &random) }
    for start in edges + others {
      for end in edges + others {
        let exact = (Int128(end) - Int128(start)) / day
        #expect(Int128(DateFunctions.days(from: start, to: end)) == exact, "\(start) \(end)")
      }
    }
  }
}

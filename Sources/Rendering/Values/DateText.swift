import Foundation
import Model

/// Moments in a zone: `2024-07-01` for midnight there, else `2024-07-01 12:30:00Z`.
///
/// A fraction of a second has three digits if it is whole milliseconds, else six. The years before
/// 1 bear a minus sign and count from 0, as in ISO 8601.
struct DateText: Sendable {
  private let timeZone: TimeZone
  /// Whether the zone is UTC, so that it need not be asked for each moment.
  private let isUTC: Bool

  init(timeZone: TimeZone = .gmt) {
    self.timeZone = timeZone
    isUTC = ["GMT", "UTC"].contains(timeZone.identifier)
  }

  /// The text of `moment`, with `separator` between day and time.
  func string(_ moment: Timestamp, separator: String = " ") -> String {
    let offset = secondsFromUTC(at: moment)
    let (local, overflow) = moment.microseconds.addingReportingOverflow(
      Int64(offset) * Timestamp.microsecondsPerSecond
    )
    let zoned = overflow ? (moment.microseconds, 0) : (local, offset)
    let (day, rest) = zoned.0.flooredQuotientAndRemainder(by: Timestamp.microsecondsPerDay)
    let date = dayText(CivilDate(dayNumber: day))
    return rest == 0 ? date : date + separator + timeText(rest) + zoneText(zoned.1)
  }

  private func secondsFromUTC(at moment: Timestamp) -> Int {
    if isUTC { return 0 }
    let seconds = Double(moment.microseconds) / Double(Timestamp.microsecondsPerSecond)
    return timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
  }

  private func dayText(_ date: CivilDate) -> String {
    let sign = date.year < 0 ? "-" : ""
    return sign + padded(Int64(date.year.magnitude), 4) + "-" + padded(date.month, 2) + "-"
      + padded(date.day, 2)
  }

  private func timeText(_ microseconds: Int64) -> String {
    let (seconds, fraction) = microseconds.quotientAndRemainder(
      dividingBy: Timestamp.microsecondsPerSecond
    )
    let clock = clockText(seconds)
    if fraction == 0 { return clock }
    return clock + "."
      + (fraction % 1000 == 0 ? padded(fraction / 1000, 3) : padded(fraction, 6))
  }

  private func clockText(_ seconds: Int64) -> String {
    padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":" + padded(seconds % 60, 2)
  }

  /// `Z`, `+02:00`, or with seconds for the local mean times of old.
  private func zoneText(_ offset: Int) -> String {
    if offset == 0 { return "Z" }
    let clock = clockText(Int64(offset.magnitude))
    return (offset < 0 ? "-" : "+") + (offset % 60 == 0 ? String(clock.dropLast(3)) : clock)
  }

  private func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

extension Int64 {
  /// The quotient rounded down, and the remainder that is never negative; `divisor` is positive.
  fileprivate func flooredQuotientAndRemainder(by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

package import Foundation
package import Model

/// Dates in a time zone: `2024-07-01` for midnight, otherwise `2024-07-01 12:30:00Z`.
///
/// A fraction of a second has three digits if possible, otherwise six. Years before 1 are
/// negative and count from 0, as in ISO 8601.
package struct MomentText: Sendable {
  private let timeZone: TimeZone
  /// Whether the zone is UTC, which needs no lookups.
  let isUTC: Bool

  package init(timeZone: TimeZone = .gmt) {
    self.timeZone = timeZone
    isUTC = ["GMT", "UTC"].contains(timeZone.identifier)
  }

  /// The text of `moment`, with `separator` between date and time.
  package func string(_ moment: Timestamp, separator: String = " ") -> String {
    let offset = secondsFromUTC(at: moment)
    let (local, overflow) = moment.microseconds.addingReportingOverflow(
      Int64(offset) * Timestamp.microsecondsPerSecond
    )
    let zoned = overflow ? (moment.microseconds, 0) : (local, offset)
    let civil = CivilMoment(Timestamp(microseconds: zoned.0))
    if civil.timeOfDay == 0 { return civil.date.text }
    return civil.date.text + separator + civil.timeText + zoneText(zoned.1)
  }

  private func secondsFromUTC(at moment: Timestamp) -> Int {
    if isUTC { return 0 }
    let seconds = Double(moment.microseconds) / Double(Timestamp.microsecondsPerSecond)
    return timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
  }

  /// `Z`, `+02:00`, or with seconds for historical local mean times.
  private func zoneText(_ offset: Int) -> String {
    if offset == 0 { return "Z" }
    let clock = CivilMoment.clockText(Int64(offset.magnitude))
    return (offset < 0 ? "-" : "+") + (offset % 60 == 0 ? String(clock.dropLast(3)) : clock)
  }
}

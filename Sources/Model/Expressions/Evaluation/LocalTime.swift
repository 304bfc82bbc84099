public import Foundation
public import Model

/// Local times of a time zone.
public enum LocalTime {
  /// The moment at which clocks in `zone` show `local`, given as if it were UTC.
  ///
  /// If there are two, it is the earlier one. A skipped time is shifted by the change: 02:30
  /// becomes 03:30 if clocks go from 02:00 to 03:00.
  public static func moment(showing local: Timestamp, in zone: TimeZone) -> Timestamp {
    let before = offset(of: zone, at: local.microseconds &- Timestamp.microsecondsPerDay)
    let after = offset(of: zone, at: local.microseconds &+ Timestamp.microsecondsPerDay)
    let candidates = [before, after].map { (offset: $0, moment: local.microseconds &- $0) }
    let valid = candidates.first { offset(of: zone, at: $0.moment) == $0.offset }
    return Timestamp(microseconds: (valid ?? candidates[0]).moment)
  }

  /// The local time in `zone`, as if it were UTC.
  public static func shown(at moment: Timestamp, in zone: TimeZone) -> Timestamp {
    Timestamp(microseconds: moment.microseconds &+ offset(of: zone, at: moment.microseconds))
  }

  /// The offset from UTC in microseconds.
  private static func offset(of zone: TimeZone, at microseconds: Int64) -> Int64 {
    let date = Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    return Int64(zone.secondsFromGMT(for: date)) * Timestamp.microsecondsPerSecond
  }
}

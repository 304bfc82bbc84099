public import Foundation
public import Model

/// What the clocks of a time zone show.
public enum LocalTime {
  /// The moment at which the clocks of `zone` show `local`, which is written as if it were UTC.
  ///
  /// Of two such moments it is the earlier one. A time that the clocks pass over counts on from
  /// before the change: 02:30 is 03:30 where they go from 02:00 to 03:00.
  public static func moment(showing local: Timestamp, in zone: TimeZone) -> Timestamp {
    let before = offset(of: zone, at: local.microseconds &- Timestamp.microsecondsPerDay)
    let after = offset(of: zone, at: local.microseconds &+ Timestamp.microsecondsPerDay)
    let candidates = [before, after].map { (offset: $0, moment: local.microseconds &- $0) }
    let valid = candidates.first { offset(of: zone, at: $0.moment) == $0.offset }
    return Timestamp(microseconds: (valid ?? candidates[0]).moment)
  }

  /// What the clocks of `zone` show at `moment`, written as if it were UTC.
  public static func shown(at moment: Timestamp, in zone: TimeZone) -> Timestamp {
    Timestamp(microseconds: moment.microseconds &+ offset(of: zone, at: moment.microseconds))
  }

  /// The microseconds by which the clocks are ahead of UTC.
  private static func offset(of zone: TimeZone, at microseconds: Int64) -> Int64 {
    let date = Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    return Int64(zone.secondsFromGMT(for: date)) * Timestamp.microsecondsPerSecond
  }
}

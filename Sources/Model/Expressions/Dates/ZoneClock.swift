import Foundation
import Model
import Synchronization

/// The local time of a time zone. Offsets between 1880 and 2120 are looked up in a table.
public final class ZoneClock: Sendable {
  private let zone: TimeZone
  private let isUTC: Bool
  /// The starts of the offsets, ascending, in seconds.
  private let starts: [Int64]
  private let offsets: [Int64]

  private static let known = Mutex<[String: ZoneClock]>([:])

  /// The clock of UTC.
  public static let utc = ZoneClock(.gmt, isUTC: true)

  /// The clock of the zone with an identifier such as `Europe/Oslo`; UTC for an unknown one.
  public static func named(_ identifier: String) -> ZoneClock {
    if identifier.isEmpty { return utc }
    return known.withLock { known in
      if let clock = known[identifier] { return clock }
      let clock = TimeZone(identifier: identifier).map { ZoneClock($0, isUTC: false) } ?? utc
      known[identifier] = clock
      return clock
    }
  }

  private init(_ zone: TimeZone, isUTC: Bool) {
    self.zone = zone
    self.isUTC = isUTC
    (starts, offsets) = isUTC ? ([], []) : Self.table(zone)
  }

  /// The local time of a moment, as if it were UTC, in microseconds.
  public func shown(_ moment: Int64) -> Int64 {
    isUTC ? moment : moment &+ offset(at: moment) &* Timestamp.microsecondsPerSecond
  }

  /// The moment at which clocks show `local`. Of two it is the earlier one; a skipped time is
  /// shifted by the change.
  public func moment(showing local: Int64) -> Int64 {
    if isUTC { return local }
    let second = Timestamp.microsecondsPerSecond
    let before = offset(at: local &- Timestamp.microsecondsPerDay) &* second
    let after = offset(at: local &+ Timestamp.microsecondsPerDay) &* second
    let valid = [before, after].first { offset(at: local &- $0) &* second == $0 }
    return local &- (valid ?? before)
  }

  /// The offset from UTC in seconds.
  private func offset(at moment: Int64) -> Int64 {
    let second = Self.floored(moment, Timestamp.microsecondsPerSecond)
    guard let first = starts.first, second >= first, second < Self.end else {
      return Self.offset(of: zone, at: second)
    }
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= second { low = middle } else { high = middle }
    }
    return offsets[low]
  }

  private static let start: Int64 = -2_840_140_800
  private static let end: Int64 = 4_733_510_400
  /// Less than the time between two changes.
  private static let step: Int64 = 5 * 86_400

  private static func table(_ zone: TimeZone) -> (starts: [Int64], offsets: [Int64]) {
    var (starts, offsets) = ([start], [offset(of: zone, at: start)])
    var time = start
    while time < end {
      let next = time + step
      let offset = offset(of: zone, at: next)
      if offset != offsets[offsets.count - 1] {
        starts.append(change(of: zone, after: time, before: next, to: offset))
        offsets.append(offset)
      }
      time = next
    }
    return (starts, offsets)
  }

  /// The first second with the offset `offset`.
  private static func change(
    of zone: TimeZone,
    after start: Int64,
    before end: Int64,
    to offset: Int64
  ) -> Int64 {
    var (low, high) = (start, end)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Self.offset(of: zone, at: middle) == offset { high = middle } else { low = middle }
    }
    return high
  }

  private static func offset(of zone: TimeZone, at second: Int64) -> Int64 {
    Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
  }

  private static func floored(_ number: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}

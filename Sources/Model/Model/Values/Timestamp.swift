/// A moment: microseconds since 1970-01-01 00:00 UTC.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// The microseconds since 1970 UTC; negative before.
  public let microseconds: Int64

  /// Creates the moment `microseconds` after 1970 UTC.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Whether `left` is the earlier moment.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The microseconds of one second.
  public static let microsecondsPerSecond: Int64 = 1_000_000
  /// The microseconds of one day of 24 hours.
  public static let microsecondsPerDay: Int64 = 86_400_000_000
}

/// A span of time: calendar months and exact microseconds, which are not convertible.
public struct TimeSpan: Hashable, Sendable {
  /// Whole calendar months; a year is twelve.
  public let months: Int64
  /// The exact part.
  public let microseconds: Int64

  /// Creates a span of `months` calendar months and `microseconds`.
  public init(months: Int64 = 0, microseconds: Int64 = 0) {
    self.months = months
    self.microseconds = microseconds
  }
}

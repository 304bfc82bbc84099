/// Days and times of day in the format of ISO 8601.
extension CivilDate {
  /// `2026-07-01`; years before 1 are zero or negative.
  public var text: String {
    (year < 0 ? "-" : "") + Digits.padded(year.magnitude, 4) + "-"
      + Digits.padded(month.magnitude, 2) + "-" + Digits.padded(day.magnitude, 2)
  }
}

extension CivilMoment {
  /// `12:30:00`, with a fraction of three digits for whole milliseconds, otherwise of six.
  public var timeText: String {
    let (seconds, fraction) = timeOfDay.quotientAndRemainder(
      dividingBy: Timestamp.microsecondsPerSecond
    )
    let clock = Self.clockText(seconds)
    if fraction == 0 { return clock }
    let digits =
      fraction % 1000 == 0
      ? Digits.padded((fraction / 1000).magnitude, 3) : Digits.padded(fraction.magnitude, 6)
    return clock + "." + digits
  }

  /// A number of seconds, not negative, as hours, minutes and seconds: `12:30:00`.
  public static func clockText(_ seconds: Int64) -> String {
    Digits.padded((seconds / 3600).magnitude, 2) + ":"
      + Digits.padded((seconds / 60 % 60).magnitude, 2) + ":"
      + Digits.padded((seconds % 60).magnitude, 2)
  }
}

private enum Digits {
  /// The number padded with zeros to at least `width` digits.
  static func padded(_ number: UInt64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

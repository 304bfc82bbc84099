/// The unit of durations in a chart.
struct DurationUnit {
  /// `days`
  let name: String
  private let microseconds: Double

  private static let units = [
    DurationUnit(name: "days", microseconds: 86_400_000_000),
    DurationUnit(name: "hours", microseconds: 3_600_000_000),
    DurationUnit(name: "minutes", microseconds: 60_000_000),
    DurationUnit(name: "seconds", microseconds: 1_000_000),
    DurationUnit(name: "milliseconds", microseconds: 1_000),
  ]

  private init(name: String, microseconds: Double) {
    (self.name, self.microseconds) = (name, microseconds)
  }

  /// The largest unit that fits at least twice into the longest duration (in microseconds); seconds
  /// if there are no durations.
  init(of durations: some Sequence<Double>) {
    let longest = durations.reduce(0) { max($0, abs($1)) }
    let usual = DurationUnit(name: "seconds", microseconds: 1_000_000)
    self =
      longest == 0
      ? usual
      : Self.units.first { longest >= 2 * $0.microseconds }
        ?? DurationUnit(name: "microseconds", microseconds: 1)
  }

  /// Converts microseconds to this unit.
  func count(_ microseconds: Double) -> Double { microseconds / self.microseconds }
}

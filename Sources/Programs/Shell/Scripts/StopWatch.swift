import Rendering

/// Measures consecutive phases.
struct StopWatch {
  /// The durations of the phases.
  private(set) var laps: [Duration] = []
  private let clock = ContinuousClock()
  private var lapStart: ContinuousClock.Instant
  private let start: ContinuousClock.Instant

  init() {
    start = clock.now
    lapStart = start
  }

  var elapsed: Duration { clock.now - start }

  /// Ends a phase and starts the next one.
  mutating func lap() {
    let now = clock.now
    laps.append(now - lapStart)
    lapStart = now
  }

  /// A duration for people: `0.412 ms`, `1.25 s`.
  static func text(_ duration: Duration) -> String {
    let microseconds = duration / .microseconds(1)
    return microseconds < 1_000_000
      ? "\(fixedDecimal(microseconds / 1000, digits: 3)) ms"
      : "\(fixedDecimal(microseconds / 1_000_000, digits: 2)) s"
  }
}

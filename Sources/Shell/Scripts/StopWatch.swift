/// Measures what follows one another.
struct StopWatch {
  /// How long each part took, in order.
  private(set) var laps: [Duration] = []
  private let clock = ContinuousClock()
  private var lapStart: ContinuousClock.Instant
  private let start: ContinuousClock.Instant

  init() {
    start = clock.now
    lapStart = start
  }

  /// The time since the start.
  var elapsed: Duration { clock.now - start }

  /// Ends a part; the next begins.
  mutating func lap() {
    let now = clock.now
    laps.append(now - lapStart)
    lapStart = now
  }

  /// A duration for people: `0.412 ms`, `1.25 s`.
  static func text(_ duration: Duration) -> String {
    let microseconds = duration / .microseconds(1)
    return microseconds < 1_000_000
      ? "\(decimal(microseconds, digits: 3, unit: 1_000)) ms"
      : "\(decimal(microseconds, digits: 2, unit: 1_000_000)) s"
  }

  /// Formats without a locale.
  private static func decimal(_ microseconds: Double, digits: Int, unit: Double) -> String {
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((microseconds / unit * Double(scale)).rounded())
    let fraction = String(scaled % scale)
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(scaled / scale).\(zeros)\(fraction)"
  }
}

import Foundation
import TestSupport
import Testing

@testable import Charts
@testable import Rendering

/// Axes from one round number to another.
@Suite struct AxisScaleTests {
  typealias Case = (range: ClosedRange<Double>, includesZero: Bool, most: Int, labels: [String])

  static let cases: [Case] = [
    (0...100, true, 6, ["0", "20", "40", "60", "80", "100"]),
    (3...97, true, 6, ["0", "20", "40", "60", "80", "100"]),
    (3...97, true, 3, ["0", "50", "100"]),
    (0...0.3, true, 4, ["0.0", "0.1", "0.2", "0.3"]),
    (0.1...0.7, false, 8, ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"]),
    (40...55, false, 6, ["40", "45", "50", "55"]),
    (-30...80, true, 5, ["-50", "0", "50", "100"]),
    (-80 ... -30, true, 5, ["-80", "-60", "-40", "-20", "0"]),
    (-80 ... -30, false, 6, ["-80", "-70", "-60", "-50", "-40", "-30"]),
    // One value, or all equal.
    (0...0, true, 6, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
    (0...0, false, 3, ["0.0", "0.5", "1.0"]),
    (7...7, true, 5, ["0", "2", "4", "6", "8"]),
    (100...100, false, 6, ["50", "100", "150"]),
    (-5 ... -5, false, 4, ["-8", "-6", "-4", "-2"]),
    // Huge and small.
    (0...2_500_000, true, 4, ["0", "1000000", "2000000", "3000000"]),
    (0...2.5e-7, true, 4, ["0", "1e-07", "2e-07", "3e-07"]),
    (0...4e-5, true, 5, ["0.00000", "0.00001", "0.00002", "0.00003", "0.00004"]),
    (0...4e-9, true, 5, ["0", "1e-09", "2e-09", "3e-09", "4e-09"]),
    (0...1.4e15, true, 4, ["0", "5e+14", "1e+15", "1.5e+15"]),
    (0...9e14, true, 4, ["0", "5e+14", "1e+15"]),
    (5...5.000_004, false, 5, ["5.000000", "5.000001", "5.000002", "5.000003", "5.000004"]),
    (-1.2e308...1.2e308, true, 4, ["-1e+308", "0", "1e+308"]),
    (0...3e20, true, 4, ["0", "1e+20", "2e+20", "3e+20"]),
    (0...3e-12, true, 4, ["0", "1e-12", "2e-12", "3e-12"]),
  ]

  @Test(arguments: cases) func ticksAreRound(_ test: Case) {
    let scale = AxisScale.numbers(test.range, includesZero: test.includesZero, most: test.most)
    #expect(scale.ticks.map(\.label) == test.labels)
  }

  @Test func countAxesHaveWholeTicks() {
    let scale = AxisScale.numbers(0...2, includesZero: true, most: 6, minStep: 1)
    #expect(scale.ticks.map(\.label) == ["0", "1", "2"])
  }

  /// Against what a scale has to be, by trying all distances of marks from the least.
  @Test func randomRangesHaveTheSmallestRoundStep() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<fuzzCount(5_000) {
      let size = pow(10, Double.random(in: -6...9, using: &random))
      let low = Double.random(in: -1...1, using: &random) * size
      let high = low + Double.random(in: 0.001...1, using: &random) * size
      let most = Int.random(in: 3...12, using: &random)
      let scale = AxisScale.numbers(low...high, includesZero: false, most: most)
      let context = "\(low)...\(high) in \(most)"
      #expect(scale.lower <= low + size * 1e-9 && scale.upper >= high - size * 1e-9, "\(context)")
      #expect(scale.ticks.count >= 2 && scale.ticks.count <= most, "\(context)")
      #expect(Set(scale.ticks.map(\.label)).count == scale.ticks.count, "\(context)")
      #expect(scale.ticks.count == Self.minCount(low, high, most: most), "\(context)")
    }
  }

  /// The number of marks with the least distance of 1, 2 or 5 times a power of ten that gives no more than `most`.
  private static func minCount(_ low: Double, _ high: Double, most: Int) -> Int {
    for power in -14...14 {
      for factor in [1.0, 2, 5] {
        let scaled =
          power < 0 ? pow(10, Double(-power)) / factor : 1 / (factor * pow(10, Double(power)))
        let count = (high * scaled).rounded(.up) - (low * scaled).rounded(.down) + 1
        if count <= Double(most) { return Int(count) }
      }
    }
    return 0
  }

  @Test(arguments: [
    0...Double.greatestFiniteMagnitude,
    -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude,
    Double.leastNonzeroMagnitude...Double.leastNonzeroMagnitude,
    0...Double.leastNormalMagnitude,
    1e16...1e16 + 2,
    1e300...1.1e300,
    -1e-300...1e-300,
    Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude,
  ]) func extremesHaveScales(_ range: ClosedRange<Double>) {
    for includesZero in [false, true] {
      let scale = AxisScale.numbers(range, includesZero: includesZero, most: 5)
      #expect(scale.lower.isFinite && scale.upper.isFinite && scale.lower < scale.upper)
      #expect((2...12).contains(scale.ticks.count))
      for value in [range.lowerBound, range.upperBound] {
        #expect((0...1).contains(scale.fraction(of: value)))
      }
    }
  }

  typealias MomentCase = (from: String, to: String, zone: String, width: Int, labels: [String])

  static let moments: [MomentCase] = [
    (
      "2024-01-01T00:00:00Z", "2024-12-31T00:00:00Z", "UTC", 60,
      ["2024-01", "2024-04", "2024-07", "2024-10", "2025-01"]
    ),
    (
      "2024-03-01T00:00:00Z", "2024-03-05T00:00:00Z", "UTC", 80,
      ["2024-03-01", "2024-03-02", "2024-03-03", "2024-03-04", "2024-03-05"]
    ),
    (
      "2024-03-01T09:10:00Z", "2024-03-01T12:50:00Z", "UTC", 60,
      ["09:00 2024-03-01", "10:00", "11:00", "12:00", "13:00"]
    ),
    (
      "2024-03-01T09:10:00Z", "2024-03-01T12:50:00Z", "UTC", 40,
      ["09:00 2024-03-01", "12:00", "15:00"]
    ),
    (
      "2024-03-01T09:10:00Z", "2024-03-01T12:50:00Z", "UTC", 30,
      ["09:00 2024-03-01", "12:00", "15:00"]
    ),
    (
      "2024-03-01T09:10:00Z", "2024-03-01T09:11:00Z", "UTC", 100,
      [
        "09:10:00 2024-03-01", "09:10:10", "09:10:20", "09:10:30", "09:10:40", "09:10:50",
        "09:11:00",
      ]
    ),
    (
      "1990-06-01T00:00:00Z", "2024-03-01T00:00:00Z", "UTC", 60,
      ["1990", "2000", "2010", "2020", "2030"]
    ),
    ("2024-03-05T00:00:00Z", "2024-03-05T00:00:00Z", "UTC", 60, ["2024-03-05", "2024-03-06"]),
    // The day is shown wherever it changes.
    (
      "2024-02-28T22:10:00Z", "2024-02-29T01:50:00Z", "UTC", 60,
      ["22:00 2024-02-28", "23:00", "00:00 2024-02-29", "01:00", "02:00"]
    ),
    (
      "2023-12-31T20:00:00Z", "2024-01-02T02:00:00Z", "UTC", 70,
      ["12:00 2023-12-31", "00:00 2024-01-01", "12:00", "00:00 2024-01-02", "12:00"]
    ),
    (
      "2024-03-01T23:30:00Z", "2024-03-02T00:30:00Z", "Asia/Kolkata", 40,
      ["05:00 2024-03-02", "05:30", "06:00"]
    ),
    // The hour after two occurs twice in autumn and not at all in spring.
    (
      "2026-10-24T23:10:00Z", "2026-10-25T03:00:00Z", "Europe/Oslo", 60,
      ["01:00 2026-10-25", "02:00", "02:00", "03:00", "04:00"]
    ),
    (
      "2026-10-25T00:10:00Z", "2026-10-25T01:50:00Z", "Europe/Oslo", 70,
      [
        "02:10 2026-10-25", "02:20", "02:30", "02:40", "02:50", "02:10", "02:20", "02:30", "02:40",
        "02:50",
      ]
    ),
    // Only one of the two hours.
    (
      "2026-10-25T01:10:00Z", "2026-10-25T01:50:00Z", "Europe/Oslo", 70,
      ["02:10 2026-10-25", "02:20", "02:30", "02:40", "02:50"]
    ),
    (
      "2026-03-28T23:10:00Z", "2026-03-29T03:00:00Z", "Europe/Oslo", 80,
      ["00:00 2026-03-29", "01:00", "03:00", "04:00", "05:00"]
    ),
    (
      "2026-03-28T23:10:00Z", "2026-03-29T03:00:00Z", "Europe/Oslo", 60,
      ["00:00 2026-03-29", "04:00", "06:00"]
    ),
    // Days begin at the zone's midnight.
    (
      "2024-06-01T22:00:00Z", "2024-06-03T22:00:00Z", "Europe/Berlin", 60,
      ["2024-06-02", "2024-06-03", "2024-06-04"]
    ),
    // Weeks begin on Monday.
    (
      "2024-03-04T00:00:00Z", "2024-03-25T00:00:00Z", "UTC", 60,
      ["2024-03-04", "2024-03-11", "2024-03-18", "2024-03-25"]
    ),
  ]

  @Test(arguments: moments) func dateTicksAreRound(_ test: MomentCase) throws {
    let reader = ISO8601DateFormatter()
    let from = try #require(reader.date(from: test.from)).timeIntervalSince1970 * 1e6
    let to = try #require(reader.date(from: test.to)).timeIntervalSince1970 * 1e6
    let zone = try #require(TimeZone(identifier: test.zone))
    let scale = AxisScale.moments(from...to, in: zone, width: test.width)
    #expect(scale.ticks.map { $0.label + ($0.day.map { " " + $0 } ?? "") } == test.labels)
    #expect(scale.lower <= from && scale.upper >= to)
  }

  /// Years are from 1 to 9999.
  @Test(arguments: [
    (78, ["1", "2000", "4000", "6000", "8000", "9999"]), (40, ["1", "5000", "9999"]),
  ])
  func yearsAreInRange(width: Int, labels: [String]) {
    let day = 86_400_000_000.0
    let range = -719_162 * day...2_932_896.5 * day
    let scale = AxisScale.moments(range, in: .gmt, width: width)
    #expect(scale.ticks.map(\.label) == labels)
    #expect(scale.lower == range.lowerBound && scale.upper == range.upperBound)
  }

  /// Microseconds after 2024-03-01 09:10.
  @Test(
    arguments: [
      (0.0, 3.0, ["09:10:00.000000", "09:10:00.000001", "09:10:00.000002", "09:10:00.000003"]),
      (
        0, 20_000, ["09:10:00.000", "09:10:00.005", "09:10:00.010", "09:10:00.015", "09:10:00.020"]
      ),
      (700_000, 1_100_000, ["09:10:00.7", "09:10:00.8", "09:10:00.9", "09:10:01.0", "09:10:01.1"]),
      (
        -300_000, 200_000,
        ["09:09:59.7", "09:09:59.8", "09:09:59.9", "09:10:00.0", "09:10:00.1", "09:10:00.2"]
      ),
      (
        0, 900_000,
        ["09:10:00.0", "09:10:00.2", "09:10:00.4", "09:10:00.6", "09:10:00.8", "09:10:01.0"]
      ),
      (
        0, 2_500_000,
        ["09:10:00.0", "09:10:00.5", "09:10:01.0", "09:10:01.5", "09:10:02.0", "09:10:02.5"]
      ),
      (0, 4_000_000, ["09:10:00", "09:10:01", "09:10:02", "09:10:03", "09:10:04"]),
    ] as [(Double, Double, [String])]
  )
  func datesWithinASecond(from: Double, to: Double, labels: [String]) {
    let start = 1_709_284_200_000_000.0
    let scale = AxisScale.moments((start + from)...(start + to), in: .gmt, width: 76)
    #expect(scale.ticks.map(\.label) == labels)
    #expect(scale.ticks.map(\.day) == ["2024-03-01"] + labels.dropFirst().map { _ in nil })
  }

  /// Two moments that differ have different places, however far they lie apart.
  @Test func datesAreDistinguished() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<fuzzCount(2_000) {
      let low = Double.random(in: -4e15...4e15, using: &random).rounded()
      let length = pow(10, Double.random(in: 0...17, using: &random)).rounded()
      let scale = AxisScale.moments(low...(low + length), in: .gmt, width: 80)
      #expect(scale.fraction(of: low + length) - scale.fraction(of: low) > 0.2, "\(low), \(length)")
      var day = ""
      let labels = scale.ticks.map { tick in
        day = tick.day ?? day
        return day + " " + tick.label
      }
      #expect(Set(labels).count == labels.count, "\(labels)")
    }
  }

  /// The clock and the calendar of the system show at each mark what its label says.
  @Test(arguments: [
    "UTC", "Europe/Oslo", "America/Sao_Paulo", "Asia/Kolkata", "Australia/Lord_Howe",
    "America/New_York", "Pacific/Apia",
  ]) func axisMarksMatchTheClock(zone: String) throws {
    let zone = try #require(TimeZone(identifier: zone))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    var random = SeededRandom(seed: 13)
    for _ in 0..<fuzzCount(400) {
      let low = Double.random(in: 3.2e14...1.8e15, using: &random).rounded()
      let length = pow(10, Double.random(in: 0...15, using: &random)).rounded()
      let width = Int.random(in: 12...200, using: &random)
      var previousDay = ""
      for tick in AxisScale.moments(low...(low + length), in: zone, width: width).ticks {
        let moment = Date(timeIntervalSince1970: (tick.value / 1e6 + 1e-7))
        let shown = calendar.dateComponents(
          [.year, .month, .day, .hour, .minute, .second],
          from: moment
        )
        func padded(_ number: Int?) -> String { String(format: "%02d", number ?? -1) }
        let day = "\(shown.year ?? 0)-\(padded(shown.month))-\(padded(shown.day))"
        let time = "\(padded(shown.hour)):\(padded(shown.minute)):\(padded(shown.second))"
        if tick.label.contains(":") {
          let whole = tick.label.prefix { $0 != "." }
          #expect(time.hasPrefix(whole), "\(tick), \(time)")
          #expect(tick.day == (day == previousDay ? nil : day), "\(tick), \(day)")
          previousDay = day
        } else {
          #expect(day.hasPrefix(tick.label) && tick.day == nil, "\(tick), \(day)")
        }
      }
    }
  }

  @Test func anyTwoDatesHaveAnAxis() {
    var random = SeededRandom(seed: 9)
    for _ in 0..<fuzzCount(3_000) {
      let reach = pow(10, Double.random(in: 0...19, using: &random))
      let low = Double.random(in: -9.3e18...9.3e18, using: &random)
      let scale = AxisScale.moments(
        low...(low + reach),
        in: .gmt,
        width: Int.random(in: 1...200, using: &random)
      )
      #expect(scale.lower < scale.upper && scale.ticks.count >= 2)
    }
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1, "1"), (-12.5, "-12.5"), (0.1 + 0.2, "0.3"), (1234.5678, "1234.57"),
    (123456.789, "123457"), (1e15, "1e+15"), (-2.5e20, "-2.5e+20"), (0.00001234, "1.234e-05"),
    (99999.99, "100000"), (1e-300, "1e-300"), (2_000_000, "2000000"),
  ]) func numbersAreShort(_ number: Double, _ text: String) {
    #expect(NumberLabel.text(number) == text)
  }

  /// Nothing that is drawn lies beside the axis, also where the clock shows an hour twice or leaves one out.
  @Test func changesOfTheClock() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Oslo"))
    let minute = 60_000_000.0
    // 2026-10-25 00:00 and 2026-03-29 00:30 UTC.
    for start in [1_792_886_400_000_000.0, 1_774_744_200_000_000.0] {
      for length in [15, 45, 60, 90, 120, 270] {
        let range = start...(start + Double(length) * minute)
        let scale = AxisScale.moments(range, in: zone, width: 80)
        #expect(scale.lower <= range.lowerBound && scale.upper >= range.upperBound)
        #expect(zip(scale.ticks, scale.ticks.dropFirst()).allSatisfy { $0.value < $1.value })
        if start == 1_774_744_200_000_000 { #expect(!scale.ticks.contains { $0.label == "02:00" }) }
      }
    }
  }

  @Test(arguments: [
    (99_999.99, "99999.99"), (12_345_678.9, "12345678.9"), (-406.25, "-406.25"),
    (5.0, "5"), (0.0, "0"),
    (1.0 / 3, "0.333333"), (30.450632911392404, "30.4506"), (1e20, "1e+20"),
    (123_456_789.123_456, "123456789"), (123_456_789_013.5, "123456789014"),
    (98_765_432_109_876, "98765432109876"), (1e15, "1e+15"),
  ])
  func valuesAreComplete(number: Double, text: String) {
    #expect(NumberLabel.value(number) == text)
  }
}

/// Number labels in narrow columns, and labels of close numbers.
@Suite struct NumberLabelTests {
  @Test(
    arguments: [
      (98_765_432_109_876, 14, "98765432109876"), (98_765_432_109_876, 12, "9.87654e+13"),
      (98_765_432_109_876, 8, "9.88e+13"), (98_765_432_109_876, 3, "98765432109876"), (5, 1, "5"),
    ] as [(Double, Int, String)]
  )
  func longNumbersHaveExponents(number: Double, width: Int, text: String) {
    #expect(NumberLabel.value(number, within: width) == text)
  }
}

/// Bins of histograms.
@Suite struct BinsTests {
  @Test func rangesAreRound() {
    let ranges = HistogramBins([1, 2, 2, 3, 7, 9, 9.5, 10], count: nil)
    #expect(ranges.edgeLabels == ["0", "2", "4", "6", "8", "10"])
    // A value on an edge belongs to the next bin, the maximum to the last.
    #expect(ranges.bins.map(\.count) == [1, 3, 0, 1, 3])
  }

  @Test func requestedCountDividesEvenly() {
    let bins = HistogramBins([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], count: 4).bins
    #expect(bins.map(\.lower) == [0, 2.5, 5, 7.5])
    #expect(bins.map(\.count) == [3, 2, 3, 3])
  }

  @Test(
    arguments: [
      [5], [5, 5, 5], [0], [-1e308, 1e308],
      [.leastNormalMagnitude, 3 * .leastNormalMagnitude],
      [-.greatestFiniteMagnitude, 0, .greatestFiniteMagnitude],
      [-.leastNonzeroMagnitude, .leastNormalMagnitude / 8],
    ] as [[Double]]
  )
  func everyNumberIsInARange(_ numbers: [Double]) {
    for count in [nil, 1, 7] {
      let bins = HistogramBins(numbers, count: count).bins
      #expect(bins.reduce(0) { $0 + $1.count } == numbers.count)
      if let count { #expect(bins.count == count) }
      if let first = bins.first, let last = bins.last {
        #expect(numbers.allSatisfy { first.lower <= $0 && $0 <= last.upper }, "\(bins)")
      }
    }
  }

  @Test(arguments: [[5.0], [0, 0, 0], [-7.5, -7.5]]) func equalNumbersShareOneRange(
    _ numbers: [Double]
  ) {
    let bins = HistogramBins(numbers, count: nil).bins
    #expect(bins.map(\.lower) == [numbers[0]] && bins.map(\.upper) == [numbers[0]])
    #expect(bins.map(\.count) == [numbers.count])
  }

  /// The ends of ranges: all have the same number of decimal places, and no two are equal.
  @Test(
    arguments: [
      ([0.0, 362.5, 725, 1087.5, 1450], ["0.0", "362.5", "725.0", "1087.5", "1450.0"]),
      ([1e6, 1e6 + 0.25, 1e6 + 0.5], ["1000000.00", "1000000.25", "1000000.50"]),
      ([0, 1e-9, 2e-9], ["0", "1e-09", "2e-09"]),
      ([-1, 0, 1], ["-1", "0", "1"]),
      ([0, 1.0 / 3, 2.0 / 3, 1], ["0.00000", "0.33333", "0.66667", "1.00000"]),
      ([-1.5e308, 0, 1.5e308], ["-1.5e+308", "0", "1.5e+308"]),
      ([1e20, 1e20 + 1e6], ["1e+20", "1.00000000000001e+20"]),
      ([0, 0], ["0", "0"]), ([7.25, 7.25], ["7.25", "7.25"]), ([], []),
    ] as [([Double], [String])]
  )
  func edgeCasesMatch(edges: [Double], texts: [String]) {
    #expect(NumberLabel.texts(edges) == texts)
  }

  @Test func integerBinsHaveIntegerEdges() {
    let bins = HistogramBins([1, 1, 2, 2, 2, 3], count: nil).bins
    #expect(bins.map(\.lower) == [1, 2])
    #expect(bins.map(\.count) == [2, 4])
  }
}

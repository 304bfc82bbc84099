import Foundation

/// A histogram: ranges of equal width with the number of values in each.
package struct HistogramBins {
  /// A range from `lower` up to `upper`, which belongs to the next range if there is one.
  struct Bin {
    let lower: Double
    let upper: Double
    var count: Int
  }

  private(set) var bins: [Bin]

  /// The most ranges unless a query asks for a number.
  private static let defaultMost = 20
  /// Smaller numbers get no round edges.
  private static let minRound = 1e-300

  /// Counts numbers in `count` ranges between the minimum and the maximum, or, if nil, in about the
  /// square root of their number of ranges with round edges.
  init(_ numbers: [Double], count: Int?) {
    guard let range = numbers.closedRange else {
      bins = []
      return
    }
    let edges = Self.edges(range, of: numbers, count: count)
    bins = zip(edges, edges.dropFirst()).map { Bin(lower: $0, upper: $1, count: 0) }
    guard !bins.isEmpty else { return }
    for number in numbers { bins[place(of: number)].count += 1 }
  }

  private static func edges(
    _ range: ClosedRange<Double>,
    of numbers: [Double],
    count: Int?
  ) -> [Double] {
    if let count { return edges(range, count) }
    // Equal numbers need no range.
    if range.lowerBound == range.upperBound { return [range.lowerBound, range.upperBound] }
    let size = max(abs(range.lowerBound), abs(range.upperBound))
    // An axis of such small numbers has no inner marks.
    if size < minRound { return edges(range, 5) }
    let round = roundEdges(range, of: numbers)
    // Numbers can lie beyond the last finite mark.
    let before = [range.lowerBound].filter { $0 < round.first ?? .infinity }
    return before + round + [range.upperBound].filter { $0 > round.last ?? -.infinity }
  }

  private static func edges(_ range: ClosedRange<Double>, _ count: Int) -> [Double] {
    guard range.lowerBound < range.upperBound else {
      let scale = AxisScale.numbers(range, includesZero: false, most: 2)
      return edges(scale.lower...scale.upper, count)
    }
    let (low, high) = (range.lowerBound, range.upperBound)
    let inner = (0..<count).map { index in
      let share = Double(index) / Double(count)
      return low * (1 - share) + high * share
    }
    return inner + [high]
  }

  private static func roundEdges(
    _ range: ClosedRange<Double>,
    of numbers: [Double]
  ) -> [Double] {
    let wished = Int(Double(numbers.count).squareRoot().rounded(.up)) + 2
    let areWhole = numbers.allSatisfy { $0 == $0.rounded() }
    return AxisScale.numbers(
      range,
      includesZero: false,
      most: min(max(wished, 6), defaultMost) + 1,
      minStep: areWhole ? 1 : 0
    ).ticks.map(\.value)
  }

  /// The last range that starts at `number` or before.
  private func place(of number: Double) -> Int {
    var (low, high) = (0, bins.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if bins[middle].lower <= number { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

extension HistogramBins {
  /// The edges of the ranges, one more than there are ranges; empty if there are none.
  var edgeLabels: [String] {
    NumberLabel.texts(edges)
  }

  /// The same, with an exponent and fewer digits if a label would be longer than `width`.
  func edgeLabels(within width: Int) -> [String] {
    let labels = edgeLabels
    guard labels.contains(where: { $0.utf8.count > width }) else { return labels }
    return edges.map { NumberLabel.value($0, within: width) }
  }

  private var edges: [Double] { bins.map(\.lower) + bins.suffix(1).map(\.upper) }
}

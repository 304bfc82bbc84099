import Foundation

/// How many numbers lie in each of some ranges of the same width.
package struct Bins {
  /// A range from its first to its last value; the last belongs to the next range, if there is one.
  struct Bin {
    let lower: Double
    let upper: Double
    var count: Int
  }

  private(set) var bins: [Bin]

  /// So many ranges are made unless a number is wished.
  private static let usualMost = 20
  /// Below this size an axis has no round numbers.
  private static let leastRound = 1e-300

  /// Puts numbers into `count` ranges between the least and the greatest, or into ranges between round numbers: about
  /// as many as the square root of their number.
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
    // Numbers that are all equal need no range around them.
    if range.lowerBound == range.upperBound { return [range.lowerBound, range.upperBound] }
    let size = max(abs(range.lowerBound), abs(range.upperBound))
    // An axis of the least numbers there are has no marks between them.
    if size < leastRound { return edges(range, 5) }
    let round = roundEdges(range, of: numbers)
    // Behind the last mark that is a finite number there may be more.
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
      most: min(max(wished, 6), usualMost) + 1,
      leastStep: areWhole ? 1 : 0
    ).ticks.map(\.value)
  }

  /// The last range that begins at `number` or before it.
  private func place(of number: Double) -> Int {
    var (low, high) = (0, bins.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if bins[middle].lower <= number { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

extension Bins {
  /// The ends of the ranges, one more than there are ranges; none for none.
  var edgeLabels: [String] {
    NumberLabel.texts(edges)
  }

  /// The same, with an exponent and fewer digits where one would be longer than `width`.
  func edgeLabels(within width: Int) -> [String] {
    let labels = edgeLabels
    guard labels.contains(where: { $0.utf8.count > width }) else { return labels }
    return edges.map { NumberLabel.value($0, within: width) }
  }

  private var edges: [Double] { bins.map(\.lower) + bins.suffix(1).map(\.upper) }
}

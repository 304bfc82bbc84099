/// Divides cells between negative and positive numbers; a side with numbers has at least one.
struct ZeroBaseline {
  /// The number of cells for negative numbers.
  let below: Int
  /// The number of cells for positive numbers.
  let above: Int
  /// The size of a number that fills `cells`.
  private let reference: Double
  private let cells: Double

  /// - Parameters:
  ///   - scale: The axis, including zero.
  ///   - range: The range of the numbers.
  ///   - count: The number of cells of both sides, at least two.
  init(_ scale: AxisScale, _ range: ClosedRange<Double>, cells count: Int) {
    let share = scale.fraction(of: 0) * Double(count)
    let least = range.lowerBound < 0 ? 1 : 0
    let most = max(range.upperBound > 0 ? count - 1 : count, least)
    let sides = [share.rounded(), share.rounded(.down), share.rounded(.up)].map { cells in
      Side(scale, below: min(max(Int(cells), least), most), of: count)
    }
    // The smallest value per cell gives the longest bars.
    let best = sides.dropFirst().reduce(sides[0]) { $1.worth < $0.worth ? $1 : $0 }
    (below, above) = (best.below, count - best.below)
    (reference, cells) = (best.reference, best.cells)
  }

  /// The side that determines the value per cell.
  private struct Side {
    let below: Int
    let reference: Double
    let cells: Double

    var worth: Double { reference / cells }

    init(_ scale: AxisScale, below: Int, of count: Int) {
      self.below = below
      let (left, right) = (Double(below), Double(count - below))
      let (low, high) = (max(-scale.lower, 0), max(scale.upper, 0))
      let isRight = low == 0 || left == 0 || (right > 0 && high / right >= low / left)
      (reference, cells) = isRight ? (high, right) : (low, left)
    }
  }

  /// The size of a number in cells.
  func length(of value: Double) -> Double { abs(value) / reference * cells }

  /// The cell where a number ends; the zero line is cell `below`.
  func cell(of value: Double) -> Int {
    let length = min(length(of: value), Double(below + above))
    return min(max(below + Int((value < 0 ? -length : length).rounded()), 0), below + above)
  }
}

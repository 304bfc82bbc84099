/// Cells on both sides of a line at zero, shared as the numbers need them: wherever there is a number, at least one.
struct ZeroBaseline {
  /// The cells for what is less than zero.
  let below: Int
  /// The cells for what is greater.
  let above: Int
  /// The size of the number that fills `cells`.
  private let reference: Double
  private let cells: Double

  /// - Parameters:
  ///   - scale: The axis of the numbers, zero included.
  ///   - range: The numbers themselves.
  ///   - count: The cells of both sides together, at least two.
  init(_ scale: AxisScale, _ range: ClosedRange<Double>, cells count: Int) {
    let share = scale.fraction(of: 0) * Double(count)
    let least = range.lowerBound < 0 ? 1 : 0
    let most = max(range.upperBound > 0 ? count - 1 : count, least)
    let sides = [share.rounded(), share.rounded(.down), share.rounded(.up)].map { cells in
      Side(scale, below: min(max(Int(cells), least), most), of: count)
    }
    // The longest bars are those whose cells are worth least.
    let best = sides.dropFirst().reduce(sides[0]) { $1.worth < $0.worth ? $1 : $0 }
    (below, above) = (best.below, count - best.below)
    (reference, cells) = (best.reference, best.cells)
  }

  /// The side that needs more of its cells: it says how much a cell is worth.
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

  /// The cell at which a number ends, the line at zero being cell `below`.
  func cell(of value: Double) -> Int {
    let length = min(length(of: value), Double(below + above))
    return min(max(below + Int((value < 0 ? -length : length).rounded()), 0), below + above)
  }
}

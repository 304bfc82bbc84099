import Columns

/// Exact sums of Doubles by groups, as long as the numbers are of like magnitude: each is split in two at a
/// unit, and no addition of either part is rounded.
///
/// That takes half of the steps of a ``PairSum``, which finds out what was rounded. After J. Demmel and H. D.
/// Nguyen, "Fast Reproducible Floating-Point Summation" (2013).
struct SplitSums {
  /// What was added to a group.
  struct Parts {
    /// The sum of the multiples of the unit.
    var coarse = 0.0
    /// The sum of what lies below.
    var fine = 0.0
    /// How many numbers these are, if they are counted.
    var count: Int64 = 0
  }

  private let isCounting: Bool
  /// Of each group, one for each turn.
  private var parts: [Parts] = []
  private var window = SplitWindow(greatest: 1)
  private var added = 0
  /// How many batches were of another magnitude than those before.
  private var misses = 0

  /// With more groups it takes longer to empty them than they save.
  private static let mostGroups = SplitWindow.mostNumbers / 64
  /// Of fewer rows of a batch, one in so many, it does not pay to look at all numbers first.
  private static let fewestRows = 4
  /// After more misses the numbers are taken to be of all magnitudes.
  private static let mostMisses = 16

  init(isCounting: Bool) {
    self.isCounting = isCounting
  }

  /// Adds the rows of a batch; false, with nothing added, where that has to be done otherwise.
  ///
  /// - Parameter take: Takes what a group has, where no more can be added without being rounded.
  mutating func add(
    _ rows: GroupedRows,
    _ numbers: Vector<Double>,
    groupCount: Int,
    _ take: (Parts, Int) -> Void
  ) -> Bool {
    let count = rows.groups.count
    guard groupCount <= Self.mostGroups, misses <= Self.mostMisses,
      count <= SplitWindow.mostNumbers, count >= numbers.count / Self.fewestRows
    else { return false }
    if !window.holds(numbers) {
      misses += 1
      let other = SplitWindow(greatest: SplitWindow.greatestMagnitude(of: numbers))
      guard other.holds(numbers) else { return false }
      empty(take)
      window = other
    }
    if added + count > SplitWindow.mostNumbers { empty(take) }
    parts.grow(
      to: max(parts.count, groupCount * GroupedRows.turnCount),
      filler: Parts()
    )
    added += count
    add(rows, numbers)
    return true
  }

  private mutating func add(_ rows: GroupedRows, _ numbers: Vector<Double>) {
    let window = window
    parts.withUnsafeMutableBufferPointer { parts in
      if isCounting {
        rows.forEachValueInTurns(in: numbers) { number, group, turn in
          let place = group &* GroupedRows.turnCount &+ turn
          parts[place].add(number, window)
          parts[place].count &+= 1
        }
      } else {
        rows.forEachValueInTurns(in: numbers) { number, group, turn in
          parts[group &* GroupedRows.turnCount &+ turn].add(number, window)
        }
      }
    }
  }

  /// Hands out what the groups have, and begins anew.
  mutating func empty(_ take: (Parts, _ group: Int) -> Void) {
    if added == 0 { return }
    added = 0
    for place in parts.indices {
      take(parts[place], place / GroupedRows.turnCount)
      parts[place] = Parts()
    }
  }
}

extension SplitSums.Parts {
  @inline(__always)
  fileprivate mutating func add(_ number: Double, _ window: SplitWindow) {
    let coarsePart = window.coarsePart(of: number)
    coarse += coarsePart
    fine += number - coarsePart
  }
}

/// Magnitudes so near to each other that the parts of many numbers are added without being rounded.
///
/// With the unit 2ᵏ, magnitudes below 2ᵏ⁺³⁹ give 2¹⁴ coarse parts whose sum is at most 2⁵³ units. Magnitudes of
/// 2ᵏ⁺¹² and more have no bits below 2ᵏ⁻⁴⁰, so that as many fine parts, each at most half a unit, have a sum
/// of at most 2⁵³ times that.
struct SplitWindow {
  /// So many numbers can be added.
  static let mostNumbers = 1 << 14

  /// A number with which sums are rounded to the unit.
  private let rounder: Double
  private let least: Double
  /// Magnitudes are less than this.
  private let bound: Double

  /// Binades that are left for numbers greater than those seen first.
  private static let spareBinades = 6

  /// A window for numbers up to a magnitude.
  init(greatest: Double) {
    // No unit is so small or so large that a bound is out of range.
    let top = min(max(Int(greatest.exponent), -800), 800) + 1 + Self.spareBinades
    let unit = top - 39
    rounder = Double(sign: .plus, exponent: unit + 52, significand: 1.5)
    least = Double(sign: .plus, exponent: unit + 12, significand: 1)
    bound = Double(sign: .plus, exponent: top, significand: 1)
  }

  /// The multiple of the unit next to a number that it holds; the rest is exact too.
  @inline(__always)
  func coarsePart(of number: Double) -> Double { (number + rounder) - rounder }

  /// Whether all numbers of a batch, those of nil rows too, are zero or lie within.
  func holds(_ numbers: Vector<Double>) -> Bool {
    let (least, bound) = (least, bound)
    return numbers.values.withUnsafeBufferPointer { values in
      // Without an early end the loop takes several numbers at once.
      var isOutside: UInt8 = 0
      for value in values[numbers.start..<numbers.start + numbers.count] {
        let magnitude = value.magnitude
        isOutside |= (!(magnitude < bound)).bit | ((magnitude < least).bit & (magnitude != 0).bit)
      }
      return isOutside == 0
    }
  }

  /// The greatest magnitude of a batch; 1 where there is none that is a number.
  static func greatestMagnitude(of numbers: Vector<Double>) -> Double {
    var greatest = 0.0
    for row in 0..<numbers.count {
      let magnitude = numbers[row].magnitude
      if magnitude.isFinite, magnitude > greatest { greatest = magnitude }
    }
    return greatest > 0 ? greatest : 1
  }
}

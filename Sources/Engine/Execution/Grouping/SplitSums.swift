import Columns

/// Exact sums of Doubles by group for numbers of similar magnitude. Each number is split at a unit,
/// so that adding the parts is exact.
///
/// This takes half the operations of a ``PairSum``. See J. Demmel and H. D. Nguyen, "Fast
/// Reproducible Floating-Point Summation" (2013).
struct SplitSums {
  /// The sums of a group.
  struct Parts {
    /// The sum of the multiples of the unit.
    var coarse = 0.0
    /// The sum of the remainders.
    var fine = 0.0
    /// The number of values, if needed.
    var count: Int64 = 0
  }

  private let isCounting: Bool
  /// The sums of each group, one for each turn.
  private var parts: [Parts] = []
  private var window = SplitWindow(greatest: 1)
  private var added = 0
  /// The number of batches with another magnitude than the previous ones.
  private var misses = 0

  /// With more groups, flushing takes longer than this saves.
  private static let maxGroups = SplitWindow.maxNumbers / 64
  /// If fewer rows than one in this many are selected, checking all numbers does not pay.
  private static let minRows = 4
  /// After more misses the numbers are assumed to vary too much.
  private static let maxMisses = 16

  init(isCounting: Bool) {
    self.isCounting = isCounting
  }

  /// Adds the rows of a batch. Returns false, without adding any, if this method does not apply.
  ///
  /// - Parameter take: Receives the sums of a group before they would need rounding.
  mutating func add(
    _ rows: GroupedRows,
    _ numbers: Vector<Double>,
    groupCount: Int,
    _ take: (Parts, Int) -> Void
  ) -> Bool {
    let count = rows.groups.count
    guard groupCount <= Self.maxGroups, misses <= Self.maxMisses,
      count <= SplitWindow.maxNumbers, count >= numbers.count / Self.minRows
    else { return false }
    if !window.holds(numbers) {
      misses += 1
      let other = SplitWindow(greatest: SplitWindow.greatestMagnitude(of: numbers))
      guard other.holds(numbers) else { return false }
      empty(take)
      window = other
    }
    if added + count > SplitWindow.maxNumbers { empty(take) }
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

  /// Passes on the sums of all groups and resets them.
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

/// A range of magnitudes where the parts of many numbers can be added exactly.
///
/// With the unit 2ᵏ, magnitudes below 2ᵏ⁺³⁹ give 2¹⁴ coarse parts with a sum of at most 2⁵³ units.
/// Magnitudes from 2ᵏ⁺¹² have no bits below 2ᵏ⁻⁴⁰, so the fine parts, each at most half a unit,
/// have a sum of at most 2⁵³ times that.
struct SplitWindow {
  /// The number of values that can be added.
  static let maxNumbers = 1 << 14

  /// Adding and subtracting this rounds to the unit.
  private let rounder: Double
  private let least: Double
  /// The exclusive upper bound of magnitudes.
  private let bound: Double

  /// Spare binades for numbers greater than the first ones.
  private static let spareBinades = 6

  /// Creates a window for numbers up to a magnitude.
  init(greatest: Double) {
    // Keeps the bounds in range.
    let top = min(max(Int(greatest.exponent), -800), 800) + 1 + Self.spareBinades
    let unit = top - 39
    rounder = Double(sign: .plus, exponent: unit + 52, significand: 1.5)
    least = Double(sign: .plus, exponent: unit + 12, significand: 1)
    bound = Double(sign: .plus, exponent: top, significand: 1)
  }

  /// The nearest multiple of the unit; the remainder is exact.
  @inline(__always)
  func coarsePart(of number: Double) -> Double { (number + rounder) - rounder }

  /// Whether all numbers of a batch, including fillers, are zero or in the window.
  func holds(_ numbers: Vector<Double>) -> Bool {
    let (least, bound) = (least, bound)
    return numbers.values.withUnsafeBufferPointer { values in
      // A loop without an early exit can be vectorized.
      var isOutside: UInt64 = 0
      for value in values[numbers.start..<numbers.start + numbers.count] {
        let magnitude = value.magnitude
        // As wide as the numbers, so that no mask has to be packed.
        isOutside |= UInt64((!(magnitude < bound)).bit)
        isOutside |= UInt64((magnitude < least).bit & (magnitude != 0).bit)
      }
      return isOutside == 0
    }
  }

  /// The greatest finite magnitude of a batch; 1 if there is none.
  static func greatestMagnitude(of numbers: Vector<Double>) -> Double {
    var greatest = 0.0
    for row in 0..<numbers.count {
      let magnitude = numbers[row].magnitude
      if magnitude.isFinite, magnitude > greatest { greatest = magnitude }
    }
    return greatest > 0 ? greatest : 1
  }
}

public import Model

/// `stddev`, `skewness`, `correlation` and the like of many ranges of the same numbers, in constant
/// time each.
///
/// A range is the difference of two running sums of powers of the distances from the mean, with
/// twice the digits of a Double. A range whose result would lose too many digits, and a short one,
/// is computed from its numbers.
public struct RangeStatistics {
  private let function: AggregateFunction
  private let x: Distances
  private let y: Distances
  private var squaresX: [DoublePair] = []
  private var squaresY: [DoublePair] = []
  private var products: [DoublePair] = []
  private var cubes: [DoublePair] = []
  private var greatestCubes: [Double] = []
  private let isInRange: Bool

  /// Ranges up to this length are computed from their numbers.
  private static let shortest = 16
  /// The error of a difference of running sums, as a share of the sums.
  private static let error = 0x1p-85

  /// Creates the sums of numbers, or of pairs of numbers for `correlation` and `regression`.
  public init(_ function: AggregateFunction, _ x: [Double], _ y: [Double] = []) {
    self.function = function
    self.x = Distances(x)
    self.y = Distances(y)
    isInRange = self.x.isInRange && self.y.isInRange
    guard isInRange else { return }
    squaresX = Self.running(self.x, self.x)
    if !y.isEmpty {
      squaresY = Self.running(self.y, self.y)
      products = Self.running(self.x, self.y)
    }
    if function == .skewness { addCubes() }
  }

  /// An aggregate of the numbers of a range.
  public func number(of range: Range<Int>) -> Double? {
    if function == .correlation { return line(through: range).correlation }
    guard isInRange, range.count > Self.shortest else { return direct(range) }
    if x.areEqual(in: range) { return function == .skewness ? nil : 0 }
    guard let squares = sumOfSquares(squaresX, x, in: range), squares.high > 0 else {
      return direct(range)
    }
    let deviation = (squares.high / Double(range.count - 1)).squareRoot()
    guard function == .skewness else {
      return Statistics.moment(function, deviation: deviation, count: range.count)
    }
    guard let cubes = cubes(in: range, deviation) else { return direct(range) }
    let count = Double(range.count)
    return count / ((count - 1) * (count - 2)) * (cubes / (deviation * deviation * deviation))
  }

  /// The line through the points of a range.
  public func line(through range: Range<Int>) -> Statistics.Line {
    guard isInRange, range.count > Self.shortest, !x.areEqual(in: range), !y.areEqual(in: range),
      let squaresX = sumOfSquares(self.squaresX, x, in: range),
      let squaresY = sumOfSquares(self.squaresY, y, in: range),
      let products = sumOfProducts(squaresX.high, squaresY.high, in: range)
    else { return Statistics.Line(Array(x.numbers[range]), Array(y.numbers[range])) }
    return Statistics.Line(
      squaresX: squaresX.high,
      squaresY: squaresY.high,
      products: products.high,
      meanX: x.mean(of: range),
      meanY: y.mean(of: range)
    )
  }

  private func direct(_ range: Range<Int>) -> Double? {
    x.numbers.withUnsafeBufferPointer {
      Statistics.moment(function, of: UnsafeBufferPointer(rebasing: $0[range]))
    }
  }

  private static func running(_ x: Distances, _ y: Distances) -> [DoublePair] {
    var sum = DoublePair()
    return [sum]
      + x.numbers.indices.map { place in
        sum = sum + x.distance(place) * y.distance(place)
        return sum
      }
  }

  private mutating func addCubes() {
    var (sum, greatest) = (DoublePair(), 0.0)
    cubes = [sum]
    greatestCubes = [0]
    for place in x.numbers.indices {
      let distance = x.distance(place)
      let cube = distance * distance * distance
      sum = sum + cube
      greatest += cube.high.magnitude
      cubes.append(sum)
      greatestCubes.append(greatest)
    }
  }

  /// The sum of the squares of the distances from the mean of a range; nil if it lost too many
  /// digits.
  private func sumOfSquares(
    _ running: [DoublePair],
    _ numbers: Distances,
    in range: Range<Int>
  ) -> DoublePair? {
    let sum = numbers.sum(of: range)
    let result =
      running[range.upperBound] - running[range.lowerBound] - sum * sum / Double(range.count)
    let doubt = running[range.upperBound].high * Self.error
    return doubt <= result.high * 0x1p-54 ? result : nil
  }

  /// The sum of the products of the distances from the means of a range, whose squares have the
  /// given sums; nil if it lost too many digits.
  private func sumOfProducts(
    _ rangeX: Double,
    _ rangeY: Double,
    in range: Range<Int>
  ) -> DoublePair? {
    let all = products[range.upperBound] - products[range.lowerBound]
    let result = all - x.sum(of: range) * y.sum(of: range) / Double(range.count)
    // The squares of both sides bound the error of the running sum.
    let (endX, endY) = (squaresX[range.upperBound].high, squaresY[range.upperBound].high)
    let doubt = (endX * endY).squareRoot() * Self.error
    // A correlation near 0 only needs the precision of the squares.
    let size = max(result.high.magnitude, (rangeX * rangeY).squareRoot() * 0x1p-20)
    return doubt <= size * 0x1p-54 ? result : nil
  }

  /// The sum of the cubes of the distances from the mean of a range.
  private func cubes(in range: Range<Int>, _ deviation: Double) -> Double? {
    let mean = x.sum(of: range) / Double(range.count)
    let squares = squaresX[range.upperBound] - squaresX[range.lowerBound]
    let all = cubes[range.upperBound] - cubes[range.lowerBound]
    let count = DoublePair(high: Double(range.count))
    let three = DoublePair(high: 3)
    let two = DoublePair(high: 2)
    let result = all - three * mean * squares + two * count * mean * mean * mean
    let size = deviation * deviation * deviation * Double(range.count)
    let doubt = (greatestCubes[range.upperBound] + (three * mean * squares).high.magnitude)
    return doubt * Self.error <= size * 0x1p-54 ? result.high : nil
  }
}

/// The distances of numbers from their mean, and running sums of them.
private struct Distances {
  let numbers: [Double]
  private let center: Double
  private var sums: [DoublePair] = [DoublePair()]
  /// The start of the run of equal numbers that ends at a number.
  private var runs: [UInt32] = []
  /// Whether powers of the distances are in the range of Doubles.
  private(set) var isInRange = true

  init(_ numbers: [Double]) {
    self.numbers = numbers
    var total = ExactSum()
    for number in numbers { total.add(number) }
    let mean = total.mean(of: Int64(numbers.count)) ?? 0
    center = mean
    guard mean.isFinite else {
      isInRange = false
      return
    }
    sums.reserveCapacity(numbers.count + 1)
    runs.reserveCapacity(numbers.count)
    var sum = DoublePair()
    var greatest = 0.0
    for (place, number) in numbers.enumerated() {
      let isSame = place > 0 && numbers[place - 1] == number
      runs.append(isSame ? runs[place - 1] : UInt32(place))
      greatest = max(greatest, (number - mean).magnitude)
      sum = sum + DoublePair.difference(number, mean)
      sums.append(sum)
    }
    isInRange = greatest == 0 || (greatest < 0x1p200 && greatest > 0x1p-200)
  }

  @inline(__always)
  func distance(_ place: Int) -> DoublePair { DoublePair.difference(numbers[place], center) }

  func sum(of range: Range<Int>) -> DoublePair {
    sums[range.upperBound] - sums[range.lowerBound]
  }

  func mean(of range: Range<Int>) -> Double {
    let mean = sum(of: range) / Double(range.count)
    return (DoublePair(high: center) + mean).high
  }

  func areEqual(in range: Range<Int>) -> Bool {
    range.isEmpty || Int(runs[range.upperBound - 1]) <= range.lowerBound
  }
}

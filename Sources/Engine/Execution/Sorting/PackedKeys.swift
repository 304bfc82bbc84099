import Columns
import Storage

/// The sort keys of rows, packed into as few words as possible to save passes.
struct PackedKeys {
  /// One number per row with `bitCount` bits.
  struct Key {
    var words: [UInt64]
    var bitCount: Int
  }

  private var keys: [Key] = []

  /// Adds a key that orders ties of the previous ones: one word per row, 0 for nil.
  mutating func add(_ words: [UInt64], _ validity: [UInt8]?, nullsFirst: Bool) {
    if let validity {
      keys.append(Key(words: validity.map { UInt64(nullsFirst ? $0 : $0 ^ 1) }, bitCount: 1))
    }
    guard let (least, greatest) = Self.limits(words, validity), least < greatest else { return }
    let distances =
      validity.map { Vector(words).zip(Vector($0)) { $1 == 0 ? 0 : $0 &- least } }
      ?? Vector(words).map { $0 &- least }
    let (numbers, most) = CommonDivisor.quotients(distances, most: greatest - least)
    keys.append(Key(words: numbers, bitCount: UInt64.bitWidth - most.leadingZeroBitCount))
  }

  /// The least and the greatest word of the rows with a value; nil without such rows.
  private static func limits(_ words: [UInt64], _ validity: [UInt8]?) -> (UInt64, UInt64)? {
    guard let validity else {
      return words.min().flatMap { least in words.max().map { (least, $0) } }
    }
    var (least, greatest) = (UInt64.max, UInt64.min)
    for (word, isValid) in zip(words, validity) where isValid != 0 {
      (least, greatest) = (min(least, word), max(greatest, word))
    }
    return least > greatest ? nil : (least, greatest)
  }

  /// The rows `0..<count` in the order of the keys; ties keep their order.
  func sortedRows(_ count: Int, _ cancellation: CancellationFlag) throws -> [UInt32] {
    // Least significant words first, as each sort is stable.
    try packed.reversed().reduce(Array(0..<UInt32(count))) { rows, key in
      try RadixSort.sorted(rows, by: key.words, bitCount: key.bitCount, cancellation.check)
    }
  }

  /// The number of different smaller keys of each row, from the rows in order.
  func ranks(of rows: [UInt32]) -> [UInt32] {
    var differs = Array(repeating: UInt8(0), count: rows.count)
    for key in keys {
      key.words.withUnsafeBufferPointer { words in
        for place in 1..<max(1, rows.count) {
          differs[place] |= (words[Int(rows[place])] != words[Int(rows[place - 1])]).bit
        }
      }
    }
    var ranks = Array(repeating: UInt32(0), count: rows.count)
    var rank: UInt32 = 0
    for (row, isNew) in zip(rows, differs) {
      rank += UInt32(isNew)
      ranks[Int(row)] = rank
    }
    return ranks
  }

  /// The packed keys, most significant first, without trailing ones that are already in order.
  private var packed: [Key] {
    var left = keys
    while let last = left.last, last.isAscending { left.removeLast() }
    var packed: [Key] = []
    for key in left {
      guard var last = packed.popLast() else {
        packed.append(key)
        continue
      }
      if last.bitCount + key.bitCount <= UInt64.bitWidth {
        last.append(key)
        packed.append(last)
      } else {
        packed += [last, key]
      }
    }
    return packed
  }
}

extension PackedKeys.Key {
  /// Whether the words are ascending.
  fileprivate var isAscending: Bool {
    words.withUnsafeBufferPointer { words in
      for row in 1..<max(1, words.count) where words[row] < words[row - 1] { return false }
      return true
    }
  }

  /// Appends the bits of a less significant key.
  fileprivate mutating func append(_ next: PackedKeys.Key) {
    let shift = UInt64(next.bitCount)
    words = Vector(words).zip(Vector(next.words)) { $0 << shift | $1 }
    bitCount += next.bitCount
  }
}

/// Divides words by a number that divides all of them: 86,400,000,000 for dates without times.
/// Fewer bits take fewer passes.
private enum CommonDivisor {
  /// The number of words that determine the divisor, which is then tried on all.
  private static let samples = 64

  /// The quotients, or the words if they have no divisor, and the greatest.
  static func quotients(_ words: [UInt64], most: UInt64) -> (words: [UInt64], most: UInt64) {
    let step = max(1, words.count / samples)
    let divisor = stride(from: 0, to: words.count, by: step)
      .reduce(most) { $0 == 1 ? 1 : common($0, words[$1]) }
    guard divisor > 1 else { return (words, most) }
    let shift = UInt64(divisor.trailingZeroBitCount)
    let odd = divisor >> shift
    let inverse = inverse(odd)
    let greatest = UInt64.max / odd
    let rest: UInt64 = 1 << shift - 1
    // Multiplying by the inverse divides multiples; for other words the product is greater than any
    // quotient (T. Granlund, P. Montgomery, "Division by Invariant Integers using Multiplication",
    // 1994).
    var failures: UInt64 = 0
    let quotients = Vector(words).map { word in
      let quotient = (word >> shift) &* inverse
      failures |= word & rest | UInt64((quotient > greatest).bit)
      return quotient
    }
    return failures == 0 ? (quotients, most / divisor) : (words, most)
  }

  /// The greatest common divisor.
  private static func common(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
  }

  /// The inverse of an odd number; each step doubles the number of bits that are right.
  private static func inverse(_ odd: UInt64) -> UInt64 {
    (0..<5).reduce(odd) { inverse, _ in inverse &* (2 &- odd &* inverse) }
  }
}

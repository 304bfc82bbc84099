extension OutputBuffer {
  @inline(__always)
  mutating func append(_ number: Int64) {
    if number < 0 { append(Byte.minus) }
    append(digitsOf: number.magnitude)
  }

  /// Appends `number` with at least `width` digits.
  @inline(__always)
  mutating func append(digitsOf number: UInt64, width: Int = 1) {
    let length = max(width, Self.digitCount(number))
    append(upTo: length) { memory in
      var rest = number
      var index = length
      while index > 0 {
        index -= 1
        memory[index] = Byte.zero + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      return length
    }
  }

  /// The shortest text that reads back as `number`, which is finite, always with a point or an
  /// exponent.
  ///
  /// Most numbers have at most two decimals. If hundredths give the number back, they are its
  /// shortest decimals: no other number lies as near to so few digits.
  @inline(__always)
  mutating func append(_ number: Double) {
    let hundredths = (number * 100).rounded()
    guard hundredths.magnitude < 1e15, hundredths / 100 == number, number != 0 else {
      return append(number.description)
    }
    if number < 0 { append(Byte.minus) }
    let digits = UInt64(hundredths.magnitude)
    append(digitsOf: digits / 100)
    append(Byte.point)
    let fraction = UInt8(truncatingIfNeeded: digits % 100)
    append(Byte.zero + fraction / 10)
    if fraction % 10 != 0 { append(Byte.zero + fraction % 10) }
  }

  @inline(__always)
  private static func digitCount(_ number: UInt64) -> Int {
    if number < 10 { return 1 }
    if number < 100 { return 2 }
    var count = 3
    var bound: UInt64 = 1_000
    while number >= bound {
      count += 1
      if count == 20 { break }
      bound *= 10
    }
    return count
  }
}

import Foundation

/// The binary form of `numeric`: digits in base 10,000.
enum ServerNumeric {
  /// The Decimal; nil for NaN, infinite numbers, and those with more digits than a Decimal.
  static func decimal(_ cell: UnsafeRawBufferPointer, _ kind: ServerKind) -> Decimal? {
    if let whole = kind.integer(cell) { return Decimal(whole) }
    guard cell.count >= 8 else { return nil }
    func word(_ place: Int) -> UInt16 {
      UInt16(bigEndian: cell.loadUnaligned(fromByteOffset: 2 * place, as: UInt16.self))
    }
    let count = Int(word(0))
    let weight = Int(Int16(bitPattern: word(1)))
    let isNegative = word(2) == 0x4000
    guard isNegative || word(2) == 0, cell.count >= 8 + 2 * count else { return nil }
    if count == 0 { return 0 }
    // Conditions in SQL test the same limits: 10¹⁰⁰, and 100 decimal places.
    guard weight < 25, word(3) <= 100 else { return nil }
    let exponent = 4 * (weight - count + 1)
    guard count <= 4 else { return long((4..<4 + count).map(word), isNegative, exponent) }
    var digits: UInt64 = 0
    for place in 0..<count { digits = digits * 10_000 + UInt64(word(4 + place)) }
    return number(Decimal(digits), isNegative, exponent)
  }

  /// The number of digits with all decimal places; nil for NaN and infinite numbers.
  static func digitCount(_ cell: UnsafeRawBufferPointer) -> Int? {
    guard cell.count >= 8 else { return nil }
    func word(_ place: Int) -> UInt16 {
      UInt16(bigEndian: cell.loadUnaligned(fromByteOffset: 2 * place, as: UInt16.self))
    }
    guard word(2) == 0 || word(2) == 0x4000 else { return nil }
    return max(0, 4 * (Int(Int16(bitPattern: word(1))) + 1)) + Int(word(3))
  }

  /// The whole number; nil if it is none or needs more than 127 bits.
  static func integer(_ cell: UnsafeRawBufferPointer) -> Int128? {
    guard let digits = digitCount(cell), digits <= 40 else { return nil }
    func word(_ place: Int) -> UInt16 {
      UInt16(bigEndian: cell.loadUnaligned(fromByteOffset: 2 * place, as: UInt16.self))
    }
    let (count, weight) = (Int(word(0)), Int(Int16(bitPattern: word(1))))
    guard count <= weight + 1 || count == 0, cell.count >= 8 + 2 * count else { return nil }
    var number: Int128 = 0
    for place in 0..<max(0, count == 0 ? 0 : weight + 1) {
      let digit = place < count ? Int128(word(4 + place)) : 0
      let (product, overflow) = number.multipliedReportingOverflow(by: 10_000)
      let (sum, isTooFar) = product.addingReportingOverflow(digit)
      if overflow || isTooFar { return nil }
      number = sum
    }
    return word(2) == 0 ? number : -number
  }

  private static func number(
    _ digits: Decimal,
    _ isNegative: Bool,
    _ exponent: Int
  ) -> Decimal? {
    let number = Decimal(
      sign: isNegative ? .minus : .plus,
      exponent: exponent,
      significand: digits
    )
    return number.isNaN ? nil : number
  }

  private static func long(_ words: [UInt16], _ isNegative: Bool, _ exponent: Int) -> Decimal? {
    let text = words.map { String(format: "%04d", Int($0)) }.joined()
    let zeros = text.reversed().prefix { $0 == "0" }.count
    let digits = text.drop { $0 == "0" }.dropLast(zeros)
    guard digits.count <= 38, let number = Decimal(string: String(digits), locale: nil) else {
      return nil
    }
    return Self.number(number, isNegative, exponent + zeros)
  }
}

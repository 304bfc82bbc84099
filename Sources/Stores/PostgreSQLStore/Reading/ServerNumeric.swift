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
    let exponent = 4 * (weight - count + 1)
    guard count <= 4 else { return long((4..<4 + count).map(word), isNegative, exponent) }
    var digits: UInt64 = 0
    for place in 0..<count { digits = digits * 10_000 + UInt64(word(4 + place)) }
    return number(Decimal(digits), isNegative, exponent)
  }

  private static func number(
    _ digits: Decimal,
    _ isNegative: Bool,
    _ exponent: Int
  ) -> Decimal? {
    guard (-120...120).contains(exponent) else { return nil }
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

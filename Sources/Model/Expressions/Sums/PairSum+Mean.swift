extension PairSum {
  /// The mean of `count` numbers, rounded once; nil if more digits are needed, and for very small
  /// or large numbers.
  ///
  /// The remainder of the division is exact (P. Markstein, "IA-64 and Elementary Functions", 2000).
  /// Dividing it again, with the error of the sum, has a relative error below 2⁻⁵¹.
  func mean(of count: Int64) -> Double? {
    let (sum, lost) = Self.sum(high, low)
    if sum == 0 { return 0 }
    guard sum.magnitude > 0x1p-900, sum.magnitude < 0x1p1000, count < 1 << 53 else { return nil }
    let divisor = Double(count)
    let quotient = sum / divisor
    // Division by a power of two is exact.
    if count & (count - 1) == 0 { return quotient }
    let rest = (sum.addingProduct(-quotient, divisor) + lost) / divisor
    let doubt = rest * 0x1p-50
    let (least, most) = (quotient + (rest - doubt), quotient + (rest + doubt))
    return least == most ? least : nil
  }
}

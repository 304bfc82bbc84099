extension PairSum {
  /// The mean of `count` numbers, rounded once; nil where more digits are needed to tell which Double is
  /// the nearest, and where numbers are very small or large.
  ///
  /// What the division leaves is exact (P. Markstein, "IA-64 and Elementary Functions", 2000); divided
  /// in its turn, with what the sum lost, it is off by less than 2⁻⁵¹ of itself.
  func mean(of count: Int64) -> Double? {
    let (sum, lost) = Self.sum(high, low)
    if sum == 0 { return 0 }
    guard sum.magnitude > 0x1p-900, sum.magnitude < 0x1p1000, count < 1 << 53 else { return nil }
    let divisor = Double(count)
    let quotient = sum / divisor
    // A power of two divides what is rounded already, and ties with it.
    if count & (count - 1) == 0 { return quotient }
    let rest = (sum.addingProduct(-quotient, divisor) + lost) / divisor
    let doubt = rest * 0x1p-50
    let (least, most) = (quotient + (rest - doubt), quotient + (rest + doubt))
    return least == most ? least : nil
  }
}

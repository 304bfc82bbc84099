/// A run time in a suitable unit: `0.4 ms`, `12 ms`, `1.23 s`, `2 min 5 s`.
public func elapsedText(_ duration: Duration) -> String {
  let (seconds, attoseconds) = duration.components
  let milliseconds = Double(seconds) * 1000 + Double(attoseconds) / 1e15
  if milliseconds < 9.95 { return fixedDecimal(milliseconds, digits: 1) + " ms" }
  if milliseconds < 999.5 { return fixedDecimal(milliseconds, digits: 0) + " ms" }
  if milliseconds < 59_995 { return fixedDecimal(milliseconds / 1000, digits: 2) + " s" }
  let whole = seconds + (attoseconds >= 500_000_000_000_000_000 ? 1 : 0)
  return "\(whole / 60) min \(whole % 60) s"
}

/// A small number with `digits` decimal places; negative numbers become 0.
public func fixedDecimal(_ number: Double, digits: Int) -> String {
  let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
  let scaled = Int64((max(0, number) * scale).rounded())
  guard digits > 0 else { return String(scaled) }
  let fraction = String(scaled % Int64(scale))
  let zeros = String(repeating: "0", count: digits - fraction.count)
  return "\(scaled / Int64(scale)).\(zeros)\(fraction)"
}

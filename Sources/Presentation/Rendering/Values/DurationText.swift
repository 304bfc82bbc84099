import Model

/// A span of time with every unit that is not zero, exactly: `1 year 2 months 3 days 1.5 seconds`.
///
/// Each unit of a negative part bears the sign: `-3 days -4 hours`. A day is 24 hours.
func durationText(_ span: TimeSpan) -> String {
  var parts = unitParts(of: span.months, monthUnits)
  let second = Timestamp.microsecondsPerSecond
  let (seconds, fraction) = span.microseconds.quotientAndRemainder(dividingBy: second)
  parts += unitParts(of: seconds - seconds % 60, secondUnits)
  if seconds % 60 != 0 || fraction != 0 {
    parts.append(secondsPart(seconds % 60, fraction, isNegative: span.microseconds < 0))
  }
  return parts.isEmpty ? "0 seconds" : parts.joined(separator: " ")
}

private let monthUnits: [(name: String, size: Int64)] = [("year", 12), ("month", 1)]
private let secondUnits: [(name: String, size: Int64)] = [
  ("day", 86_400), ("hour", 3600), ("minute", 60),
]

private func unitParts(of total: Int64, _ units: [(name: String, size: Int64)]) -> [String] {
  var rest = total
  var parts: [String] = []
  for unit in units {
    let (count, remainder) = rest.quotientAndRemainder(dividingBy: unit.size)
    if count != 0 { parts.append("\(count) \(unit.name)\(count.magnitude == 1 ? "" : "s")") }
    rest = remainder
  }
  return parts
}

private func secondsPart(_ whole: Int64, _ fraction: Int64, isNegative: Bool) -> String {
  var digits = String(fraction.magnitude + 1_000_000).dropFirst()
  while digits.last == "0" { digits.removeLast() }
  let number = "\(isNegative ? "-" : "")\(whole.magnitude)\(digits.isEmpty ? "" : ".")\(digits)"
  return number + (whole.magnitude == 1 && fraction == 0 ? " second" : " seconds")
}

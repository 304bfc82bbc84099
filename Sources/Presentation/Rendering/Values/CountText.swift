/// A number of things: `0 records`, `1 record`, `1,000 records`.
public func counted(_ count: Int, _ noun: String) -> String {
  "\(groupedDigits(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// A count with separators between thousands: `1,000,000`.
public func groupedDigits(_ number: Int) -> String {
  var result = ""
  let digits = String(number.magnitude)
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { result.append(",") }
    result.append(digit)
  }
  return number < 0 ? "-" + result : result
}

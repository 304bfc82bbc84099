/// The timeout for a locked file, as users write it.
public enum BusyTimeout {
  /// The longest time, in seconds: a day.
  private static let longest = 86_400.0

  /// The forms that are accepted, for error messages.
  public static let help = "use seconds, such as `5`, `0.5` or `5s`, or `200ms`; at most one day"

  /// The number of seconds; nil if `text` is not a valid timeout.
  public static func seconds(_ text: String) -> Double? {
    let text = text.lowercased()
    let unit = units.first { text.hasSuffix($0.name) }
    let number = text.dropLast(unit?.name.count ?? 0)
    guard number.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }), let count = Double(number)
    else { return nil }
    let seconds = count * (unit?.seconds ?? 1)
    return seconds <= longest ? seconds : nil
  }

  private static let units: [(name: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("min", 60),
  ]

  /// `5s`, `0.2s`
  static func text(_ seconds: Double) -> String {
    let whole = Int64(exactly: seconds)
    return "\(whole.map { String($0) } ?? String(seconds))s"
  }
}

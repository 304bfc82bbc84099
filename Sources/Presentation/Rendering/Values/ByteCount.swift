import Foundation

/// Formats and parses numbers of bytes.
public enum ByteCount {
  private static let units = ["kB", "MB", "GB", "TB", "PB", "EB"]

  /// Help for the format.
  public static let help = "write bytes with a unit, such as `500MB`, `2GB` or `64kB`"

  /// `512 bytes`, `5.2 MB`
  public static func text(_ bytes: Int) -> String {
    guard bytes >= 1000 else { return counted(bytes, "byte") }
    var (amount, place) = (Double(bytes) / 1000, 0)
    while amount >= 999.95, place + 1 < units.count { (amount, place) = (amount / 1000, place + 1) }
    return String(format: "%.1f ", amount) + units[place]
  }

  /// Parses `500MB`, `1.5 gb`, `4096`; nil if invalid or too large.
  public static func bytes(_ text: String) -> Int? {
    let text = text.lowercased().replacing(" ", with: "")
    let place = units.firstIndex { text.hasSuffix($0.lowercased()) }
    let ending = place.map { units[$0].utf8.count } ?? (text.hasSuffix("b") ? 1 : 0)
    let number = text.dropLast(ending)
    guard !number.isEmpty, number.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
      let count = Double(number)
    else { return nil }
    let scale = (0..<(place.map { $0 + 1 } ?? 0)).reduce(1.0) { scale, _ in scale * 1000 }
    return Int(exactly: (count * scale).rounded())
  }
}

import Foundation

/// String functions, which do not depend on a locale.
public enum TextFunctions {
  /// The string without leading and trailing white space.
  public static func trimmed(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The number of characters: grapheme clusters.
  public static func length(_ text: UnsafeBufferPointer<UInt8>) -> Int64 {
    // CR LF is one character; any other ASCII byte is one.
    if UTF8Text.isASCII(text), !text.contains(0x0D) { return Int64(text.count) }
    return Int64(String(decoding: text, as: UTF8.self).count)
  }

  /// The number of characters: grapheme clusters.
  public static func length(_ text: String) -> Int64 {
    UTF8Text.withBytes(of: text) { length($0) }
  }

  /// The string with each `old` replaced by `new`, from the left. Scalars are compared as stored.
  /// An empty `old` is never found.
  public static func replacing(_ old: String, with new: String, in text: String) -> String {
    let (part, bytes) = (Array(old.utf8), Array(text.utf8))
    guard let first = part.first, part.count <= bytes.count else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let isFound =
        bytes[index] == first && index + part.count <= bytes.count
        && bytes[index..<(index + part.count)].elementsEqual(part)
      if isFound {
        result += new.utf8
        index += part.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

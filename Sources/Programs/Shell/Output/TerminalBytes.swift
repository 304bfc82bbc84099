import Diagnostics
import Formats

/// Escapes control characters in the bytes of a machine format that goes to a terminal. Line ends
/// and tabs stay.
struct TerminalBytes {
  private let isJSON: Bool
  private var line: [UInt8] = []

  init(_ format: FileFormat) {
    isJSON = format == .json || format == .jsonLines
  }

  /// Adds bytes; returns the text of the complete lines.
  mutating func add(_ bytes: UnsafeRawBufferPointer) -> String {
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
      line += bytes
      return ""
    }
    let whole = line + bytes[...end]
    line = Array(bytes[(end + 1)...])
    return escaped(whole)
  }

  /// The text of the last, unfinished line.
  var rest: String { escaped(line) }

  private func escaped(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    // Compares scalars, because "\r\n" is a single character in Swift.
    var result = ""
    var start = text.unicodeScalars.startIndex
    for index in text.unicodeScalars.indices where isKept(text.unicodeScalars[index]) {
      result += escaped(text[start..<index]) + String(text.unicodeScalars[index])
      start = text.unicodeScalars.index(after: index)
    }
    return result + escaped(text[start...])
  }

  private func isKept(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\t" }

  private func escaped(_ text: Substring) -> String {
    let text = String(text)
    return isJSON ? escapedForTerminalAsJSON(text) : escapedForTerminal(text)
  }
}

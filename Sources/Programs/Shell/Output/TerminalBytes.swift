import Diagnostics
import Formats

/// Makes the bytes of a machine format harmless where they go to a terminal: what data could do
/// there is shown as an escape. Line ends and tabs stay.
struct TerminalBytes {
  private let isJSON: Bool
  private var line: [UInt8] = []

  init(_ format: FileFormat) {
    isJSON = format == .json || format == .jsonLines
  }

  /// Takes some bytes; gives the text of the lines that are whole now.
  mutating func add(_ bytes: UnsafeRawBufferPointer) -> String {
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
      line += bytes
      return ""
    }
    let whole = line + bytes[...end]
    line = Array(bytes[(end + 1)...])
    return harmless(whole)
  }

  /// What is left at the end.
  var rest: String { harmless(line) }

  private func harmless(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    // An ASCII letter is no part of a longer character here: "\r\n" is one for Swift.
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

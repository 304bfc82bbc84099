import Foundation
public import Model

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
  public static func replacing(
    _ old: String,
    with new: String,
    in text: String
  ) throws(NumberFunctions.OutOfRange) -> String {
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
        guard result.count <= maxBytes else { throw NumberFunctions.OutOfRange() }
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The largest count of characters that a function fills a string up to.
  static let maxCount: Int64 = 1_000_000

  /// The largest number of bytes of a computed string, so that a short query cannot use all memory.
  public static let maxBytes = 16_000_000

  /// A value as a string; nil if it has none.
  public static func text(of value: Value) -> String? {
    if case .string(let text) = Conversions.string(value) { text } else { nil }
  }

  /// The strings with a separator between them.
  static func joined(
    _ parts: [String],
    by separator: String
  ) throws(NumberFunctions.OutOfRange) -> String {
    let separators = separator.utf8.count * max(0, parts.count - 1)
    guard parts.reduce(separators, { $0 + $1.utf8.count }) <= maxBytes else {
      throw NumberFunctions.OutOfRange()
    }
    return parts.joined(separator: separator)
  }

  /// A part of the string: `length` characters from place `start`, which counts from 0. Places
  /// outside of the string are cut off.
  static func slice(_ text: String, from start: Int64, length: Int64 = .max) -> String {
    let skipped = Int(clamping: max(0, start))
    return String(text.dropFirst(skipped).prefix(Int(clamping: max(0, length))))
  }

  /// The parts between separators. An empty separator is never found.
  static func split(_ text: String, by separator: String) -> [String] {
    var parts: [[UInt8]] = [[]]
    let (bytes, mark) = (Array(text.utf8), Array(separator.utf8))
    var index = 0
    while index < bytes.count {
      if !mark.isEmpty, bytes[index...].starts(with: mark) {
        parts.append([])
        index += mark.count
      } else {
        parts[parts.count - 1].append(bytes[index])
        index += 1
      }
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The number of characters before the first `part`; nil if it is not found.
  static func position(of part: String, in text: String) -> Int64? {
    let (bytes, wanted) = (Array(text.utf8), Array(part.utf8))
    if wanted.isEmpty { return 0 }
    guard wanted.count <= bytes.count,
      let place = (0...bytes.count - wanted.count).first(where: {
        bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted)
      })
    else { return nil }
    return bytes[..<place].withUnsafeBufferPointer { length($0) }
  }

  /// The string with at least `count` characters, filled up with spaces.
  static func padded(
    _ text: String,
    to count: Int64,
    onLeft: Bool
  ) throws(NumberFunctions.OutOfRange) -> String {
    guard count <= maxCount else { throw NumberFunctions.OutOfRange() }
    let missing = max(0, max(0, count) - length(text))
    let spaces = String(repeating: " ", count: Int(missing))
    return onLeft ? spaces + text : text + spaces
  }

  /// The string `count` times.
  static func repeated(
    _ text: String,
    _ count: Int64
  ) throws(NumberFunctions.OutOfRange) -> String {
    let count = max(0, count)
    guard count <= maxCount, text.utf8.count * Int(count) <= maxBytes else {
      throw NumberFunctions.OutOfRange()
    }
    return String(repeating: text, count: Int(count))
  }
}

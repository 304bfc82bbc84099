/// A text with its name for messages and an index of its lines.
public struct SourceText: Hashable, Sendable {
  /// The name that messages show: a file's path, `<stdin>`, `-c`.
  public let name: String
  /// The UTF-8 bytes that ``SourceSpan`` offsets refer to. Invalid UTF-8 is repaired when text is
  /// read.
  public let bytes: [UInt8]
  /// The number of the first line, if this is part of a longer text; else 1.
  public let firstLine: Int
  /// The offsets of line starts; never empty.
  private let lineStarts: [Int]

  /// Creates a source text.
  ///
  /// - Parameter firstLine: The number of the first line; above 1 for a part of a larger text.
  public init(name: String, text: String, firstLine: Int = 1) {
    self.name = name
    self.firstLine = firstLine
    bytes = Array(text.utf8)
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    lineStarts = starts
  }

  /// The whole text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The text of `span`, clipped to the source.
  public func text(in span: SourceSpan) -> String {
    let lower = min(max(span.lowerBound, 0), bytes.count)
    let upper = min(max(span.upperBound, lower), bytes.count)
    return String(decoding: bytes[lower..<upper], as: UTF8.self)
  }

  /// The line and column of `offset`, both starting at 1, columns counted in characters. Lines are
  /// counted from ``firstLine``.
  public func location(of offset: Int) -> SourceLocation {
    let line = lineIndex(of: offset)
    let before = text(in: SourceSpan(lineStarts[line], offset))
    return SourceLocation(line: firstLine + line, column: before.count + 1)
  }

  /// The zero-based index of the line that contains `offset`.
  public func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The span of the line at index `line`, without its line end.
  public func spanOfLine(_ line: Int) -> SourceSpan {
    let start = lineStarts[line]
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return SourceSpan(start, end)
  }
}

/// A line and a column in a text.
public struct SourceLocation: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int

  /// Creates a location; both numbers start at 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

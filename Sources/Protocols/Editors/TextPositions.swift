import Diagnostics
import JSONRPC

/// Converts between UTF-8 offsets and the protocol's positions: lines, and UTF-16 units within.
struct TextPositions {
  let source: SourceText
  private let lineCount: Int

  init(_ source: SourceText) {
    self.source = source
    lineCount = source.lineIndex(of: source.bytes.count) + 1
  }

  /// The offset of a position; one outside of the text becomes the nearest within.
  func offset(_ position: JSON) -> Int {
    let line = position["line"].int ?? 0
    guard line >= 0 else { return 0 }
    guard line < lineCount else { return source.bytes.count }
    let span = source.spanOfLine(line)
    var units = max(0, position["character"].int ?? 0)
    var offset = span.lowerBound
    for scalar in source.text(in: span).unicodeScalars {
      let width = UTF16.width(scalar)
      if units < width { break }
      units -= width
      offset += UTF8.width(scalar)
    }
    return offset
  }

  /// The span of a range.
  func span(_ range: JSON) -> SourceSpan {
    SourceSpan(offset(range["start"]), offset(range["end"]))
  }

  /// The position of an offset.
  func position(_ offset: Int) -> JSON {
    let offset = min(max(0, offset), source.bytes.count)
    let line = source.lineIndex(of: offset)
    let start = source.spanOfLine(line).lowerBound
    let units = source.text(in: SourceSpan(start, offset)).utf16.count
    return ["line": .int(line), "character": .int(units)]
  }

  /// The range of a span.
  func range(_ span: SourceSpan) -> JSON {
    ["start": position(span.lowerBound), "end": position(span.upperBound)]
  }
}

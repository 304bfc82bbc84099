public import Diagnostics
import Storage

extension RecordFile {
  /// The text of the file, for messages that show its lines.
  public var source: SourceText {
    let start = bytes.lengthOfByteOrderMark
    let text = UnsafeBufferPointer(start: bytes.start + start, count: bytes.count - start)
    return SourceText(name: name, text: String(decoding: text, as: UTF8.self))
  }
}

extension SourceText {
  /// The value or word of a data file that starts at a location; nil if there is no such place.
  public func spanOfValue(at location: SourceLocation) -> SourceSpan? {
    guard location.line <= lineIndex(of: bytes.count) + 1 else { return nil }
    let line = spanOfLine(location.line - 1)
    let before = text(in: line).prefix(location.column - 1)
    let start = min(line.lowerBound + before.utf8.count, line.upperBound)
    var end = start
    if start < line.upperBound, bytes[start] == Byte.quote {
      end += 1
      while end < line.upperBound, bytes[end] != Byte.quote {
        end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      end += 1
    } else {
      let ends = Array(",:]}\t \"".utf8)
      while end < line.upperBound, !ends.contains(bytes[end]) { end += 1 }
    }
    return SourceSpan(start, min(max(end, start + 1), max(line.upperBound, start)))
  }
}

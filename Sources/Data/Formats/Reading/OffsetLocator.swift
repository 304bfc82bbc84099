import Diagnostics

/// Converts ascending byte offsets to lines and columns, counting from the start.
///
/// LF, CR LF and a lone CR each end a line, inside quotes too, as in editors.
struct OffsetLocator {
  /// At most this many bytes of a line are counted as characters.
  private static let longestLine = 1 << 20

  private let bytes: FileBytes
  private var line = 1
  private var lineStart: Int
  private var position: Int

  init(_ bytes: FileBytes) {
    self.bytes = bytes
    lineStart = bytes.lengthOfByteOrderMark
    position = lineStart
  }

  /// The location of `offset`, which must not be less than in the previous call.
  mutating func location(of offset: Int) -> SourceLocation {
    let offset = min(offset, bytes.count)
    while position < offset {
      let byte = bytes.start[position]
      position += 1
      let endsLine =
        byte == Byte.lineFeed
        || byte == Byte.carriageReturn
          && !(position < bytes.count && bytes.start[position] == Byte.lineFeed)
      if endsLine {
        line += 1
        lineStart = position
      }
    }
    return SourceLocation(line: line, column: characters(upTo: offset) + 1)
  }

  private func characters(upTo offset: Int) -> Int {
    let first = max(lineStart, offset - Self.longestLine)
    guard first < offset else { return 0 }
    let text = UnsafeBufferPointer(start: bytes.start + first, count: offset - first)
    return first - lineStart + String(decoding: text, as: UTF8.self).count
  }
}

extension FileBytes {
  /// 3 if the file begins with the UTF-8 byte order mark, else 0.
  var lengthOfByteOrderMark: Int {
    begins(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  func begins(with first: [UInt8]) -> Bool {
    count >= first.count && first.indices.allSatisfy { start[$0] == first[$0] }
  }
}

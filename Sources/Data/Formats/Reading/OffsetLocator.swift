import Diagnostics

/// Turns byte offsets into lines and columns by counting from the start, for rising offsets.
///
/// LF, CR LF and a lone CR each end a line, inside quotes too, as editors count them.
struct OffsetLocator {
  /// No more of a line is looked at to count its characters.
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

  /// The place of `offset`, which is not less than that of the call before.
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
    count >= 3 && start[0] == 0xEF && start[1] == 0xBB && start[2] == 0xBF ? 3 : 0
  }

  /// Whether the file begins with a byte order mark of UTF-16, which no UTF-8 does.
  var isUTF16: Bool {
    count >= 2 && (start[0] == 0xFF && start[1] == 0xFE || start[0] == 0xFE && start[1] == 0xFF)
  }
}

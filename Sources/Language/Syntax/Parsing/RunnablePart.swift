public import Diagnostics

/// The number of bytes of `source` that can be run before more of it arrives: its complete
/// statements and commands, up to the end of a line.
///
/// A statement is complete if a `;`, an empty line or another statement follows it, a command at
/// the end of its line.
public func runnablePart(of source: SourceText) -> Int {
  var script = ScriptParser(source)
  var certain = 0
  var last: (item: ScriptParser.Parsed, span: SourceSpan)?
  while let item = script.nextParsed() {
    let span = item.span
    if let last, let end = source.statementEnd(after: last.span.upperBound).line,
      end <= span.lowerBound
    {
      certain = end
    }
    last = (item, span)
  }
  guard let (item, span) = last else { return 0 }
  let end = source.statementEnd(after: span.upperBound)
  switch item {
  case .command: return end.line ?? certain
  case .statement: return end.isMarked ? end.line ?? certain : certain
  case .failure: return certain
  }
}

extension ScriptParser.Parsed {
  fileprivate var span: SourceSpan {
    switch self {
    case .statement(let statement): statement.span
    case .command(let command): command.span
    case .failure(_, let span, _): span
    }
  }
}

extension SourceText {
  /// The offset after the line of a statement that ends at `offset` (nil if another statement
  /// follows on the line, or the line is incomplete), and whether a `;` or an empty line ends the
  /// statement.
  fileprivate func statementEnd(after offset: Int) -> (line: Int?, isMarked: Bool) {
    var line: Int?
    var isMarked = false
    var place = offset
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\n"):
        if line != nil { return (line, true) }
        line = place + 1
        if isMarked { return (line, true) }
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
      case UInt8(ascii: ";") where line == nil: isMarked = true
      case UInt8(ascii: "/") where line == nil:
        guard let end = commentEnd(at: place) else { return (line, isMarked) }
        place = end - 1
      default: return (line, isMarked)
      }
      place += 1
    }
    return (line, isMarked)
  }

  /// The end of a comment that starts at `offset` and ends on its line; nil for others.
  private func commentEnd(at offset: Int) -> Int? {
    let lineEnd = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let rest = bytes[offset..<lineEnd]
    if rest.starts(with: "//".utf8) { return lineEnd }
    guard rest.starts(with: "/*".utf8) else { return nil }
    return rest.indices.dropFirst(3).first {
      rest[$0] == UInt8(ascii: "/") && rest[$0 - 1] == UInt8(ascii: "*")
    }.map { $0 + 1 }
  }
}

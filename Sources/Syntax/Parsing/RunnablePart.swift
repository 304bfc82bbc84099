public import Diagnostics

/// How much of a script can be run while more of it still comes, as numbers of bytes at its start, each the end
/// of a line.
public struct RunnablePart: Hashable, Sendable {
  /// Whole statements and commands, whatever comes.
  public let certain: Int
  /// The same with the last one, if that is whole unless the next line goes on with it.
  public let likely: Int
}

/// Looks how much of `source`, which ends with a line end, can be run before the rest of it is there.
public func runnablePart(of source: SourceText) -> RunnablePart {
  var script = ScriptParser(source)
  var certain = 0
  var last: (item: ScriptParser.Parsed, span: SourceSpan)?
  while let item = script.nextParsed() {
    let span = item.span
    if let last, let end = source.lineEnd(behind: last.span.upperBound), end <= span.lowerBound {
      certain = end
    }
    last = (item, span)
  }
  guard let (item, span) = last else { return RunnablePart(certain: 0, likely: 0) }
  let end = source.lineEnd(behind: span.upperBound)
  switch item {
  case .command: return RunnablePart(certain: end ?? certain, likely: end ?? certain)
  case .statement where source.hasStatementEnd(behind: span.upperBound):
    return RunnablePart(certain: end ?? certain, likely: end ?? certain)
  case .statement: return RunnablePart(certain: certain, likely: end ?? certain)
  case .failure(let errors, _, _):
    let isUnfinished = errors.first?.isAtEnd ?? false
    let all = end ?? source.bytes.count
    return RunnablePart(certain: certain, likely: isUnfinished ? certain : all)
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
  /// The offset behind the line end that follows `offset`; nil where a comment or another statement stands before
  /// it, or there is none.
  fileprivate func lineEnd(behind offset: Int) -> Int? {
    for place in offset..<max(offset, bytes.count) {
      switch bytes[place] {
      case UInt8(ascii: "\n"): return place + 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: ";"): continue
      default: return nil
      }
    }
    return nil
  }

  /// Whether `;` or an empty line ends the statement at `offset`.
  fileprivate func hasStatementEnd(behind offset: Int) -> Bool {
    var lineEnds = 0
    for place in offset..<max(offset, bytes.count) {
      switch bytes[place] {
      case UInt8(ascii: ";"): return lineEnds == 0
      case UInt8(ascii: "\n"):
        lineEnds += 1
        if lineEnds == 2 { return true }
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): continue
      default: return false
      }
    }
    return false
  }
}

import Diagnostics
import Syntax

/// Statements directly followed by a line of another language, as a paste may have both.
extension ForeignInput {
  /// The offset of the first line that is Swift, SQL or a command of another shell, where the lines before it
  /// are a whole statement; nil where there is none.
  var followingLine: Int? {
    let first = source.lineIndex(of: span.lowerBound)
    let last = source.lineIndex(of: max(span.lowerBound, span.upperBound - 1))
    guard first < last else { return nil }
    return (first + 1...last).lazy.map { source.spanOfLine($0) }.first { line in
      isForeign(line) && Self.parses(source.text(in: SourceSpan(span.lowerBound, line.lowerBound)))
    }?.lowerBound
  }

  /// Whether a line cannot be a part of a statement, not even of a mistyped one: what is only mistyped must
  /// not have the lines before it run.
  private func isForeign(_ line: SourceSpan) -> Bool {
    let text = source.text(in: line).drop { $0.isWhitespace }
    if text.prefixMatch(of: Self.swiftStart) != nil { return true }
    if text.prefixMatch(of: Self.sqlStart) != nil { return true }
    // `desc` may go on with a statement.
    let word = text.prefix { !$0.isWhitespace }
    guard Keyword(spelling: String(word)) == nil else { return false }
    return ForeignInput(source: source, span: line, schema: schema).commandAnswer != nil
  }

  private static var swiftStart: Regex<AnyRegexOutput> {
    Regex(
      #/@[A-Z]\w*|#Predicate\b|(?:try|var|func|guard|for|while|class|return|await|print)\b|if\s+let\b|\w*[cC]ontext[.]\w+|\w+[.](?:insert|delete|save|fetch|append|forEach)\s*\(|\}/#
    )
  }

  private static var sqlStart: Regex<AnyRegexOutput> {
    Regex(
      #/(?i)(?:select\b.*\bfrom\b|(?:create|alter|drop)\s+(?:table|index|view)\b|pragma\b)/#
    )
  }
}

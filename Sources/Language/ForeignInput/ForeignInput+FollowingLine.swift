import Diagnostics
import Model
import Syntax

/// Pasted statements that are followed by a line in another language.
extension ForeignInput {
  /// The offset of the first line in Swift, SQL or of another shell after a complete statement; nil
  /// if there is none.
  var followingLine: Int? {
    let first = source.lineIndex(of: span.lowerBound)
    let last = source.lineIndex(of: max(span.lowerBound, span.upperBound - 1))
    guard first < last else { return nil }
    return (first + 1...last).lazy.map { source.spanOfLine($0) }.first { line in
      isForeign(line) && Self.parses(source.text(in: SourceSpan(span.lowerBound, line.lowerBound)))
    }?.lowerBound
  }

  /// Whether a line cannot be part of a statement, not even of one with a typo, which must not run
  /// partly.
  private func isForeign(_ line: SourceSpan) -> Bool {
    let text = source.text(in: line).drop { $0.isWhitespace }
    if text.prefixMatch(of: Self.swiftStart) != nil { return true }
    if text.prefixMatch(of: Self.sqlStart) != nil { return true }
    // `desc` can continue a statement.
    let word = text.prefix { !$0.isWhitespace }
    if isCollection(text) { return true }
    guard Keyword(spelling: String(word)) == nil else { return false }
    return ForeignInput(source: source, span: line, schema: schema).commandAnswer != nil
  }

  /// Whether a line begins with a variable of records, `budgets.filter {`; not with a member, as
  /// that could be a condition after a forgotten `and`.
  private func isCollection(_ text: Substring) -> Bool {
    guard let match = text.prefixMatch(of: #/(\w+)[.](?:filter|sorted|map|first|count)\b/#) else {
      return false
    }
    let name = String(match.1)
    return SQLNames.entity(name, in: schema) != nil
      && !schema.entities.contains { $0.property(name) != nil }
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

import Diagnostics
import Expressions
import Model
import Syntax

/// Constant patterns of `like` and `matches`.
extension ExpressionBinder {
  /// Whether a pattern is valid if it is constant; reports errors.
  func isPattern(_ pattern: Operand, of match: StringMatch) -> Bool {
    guard case .literal(.string(let text)) = pattern.bound.kind else { return true }
    switch match.operation {
    case .matches:
      do {
        _ = try RegularExpression(
          text,
          ignoresCase: match.ignoresCase,
          ignoresDiacritics: match.ignoresDiacritics
        )
        return true
      } catch {
        findings.report(
          PatternError.invalid(Self.place(of: error.range, in: text, pattern.syntax), error)
        )
        return false
      }
    case .like where text.contains("%") && !text.contains { "*?\\".contains($0) }:
      findings.report(PatternError.foreignWildcard(pattern.syntax.span, pattern: text))
      return false
    default:
      return true
    }
  }

  /// The position of part of a pattern in the statement.
  ///
  /// A literal is as long as its text, or longer by the escapes of `\` or slashes. If neither
  /// explains its length, the whole literal is marked.
  private static func place(
    of range: Range<Int>,
    in text: String,
    _ syntax: ExpressionSyntax
  ) -> SourceSpan {
    let syntax = syntax.withoutParentheses
    guard case .literal = syntax.kind else { return syntax.span }
    let bytes = Array(text.utf8)
    let length = syntax.span.upperBound - syntax.span.lowerBound - 2
    for escaped in [[], [UInt8(ascii: "\\")], [UInt8(ascii: "/")]] {
      let widths = bytes.map { escaped.contains($0) ? 2 : 1 }
      guard widths.reduce(0, +) == length else { continue }
      let start = syntax.span.lowerBound + 1 + widths[..<range.lowerBound].reduce(0, +)
      return SourceSpan(start, start + widths[range].reduce(0, +))
    }
    return syntax.span
  }
}

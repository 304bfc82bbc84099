import Diagnostics
import Syntax

/// All that a text yields.
func items(of text: String) -> [ScriptItem] {
  var parser = ScriptParser(SourceText(name: "test", text: text))
  var items: [ScriptItem] = []
  while let item = parser.next() { items.append(item) }
  return items
}

/// The statement that a text is; nil if it is anything else.
func statement(_ text: String) -> Statement? {
  let all = items(of: text)
  guard all.count == 1, case .statement(let statement) = all[0] else { return nil }
  return statement
}

/// The expression that a text is.
func expression(_ text: String) -> ExpressionSyntax? {
  guard case .evaluate(let expression) = statement("= \(text)")?.kind else { return nil }
  return expression
}

/// The errors of a text, in the order of reporting.
func diagnostics(of text: String) -> [Diagnostic] {
  items(of: text).flatMap { item -> [Diagnostic] in
    guard case .failure(let all, _) = item else { return [] }
    return all
  }
}

/// An error in plain lines: its place and message, other places, help.
func lines(of diagnostic: Diagnostic, in source: SourceText) -> [String] {
  let place = diagnostic.primary.map { position(of: $0.span, in: source) } ?? "-"
  let remark = diagnostic.primary.map { $0.message.isEmpty ? "" : " (\($0.message))" } ?? ""
  return ["\(place) \(diagnostic.message)\(remark)"]
    + diagnostic.secondary.map { "  \(position(of: $0.span, in: source)) \($0.message)" }
    + diagnostic.help.map { "  help: \($0)" }
}

/// `2:5-9`: the line, the first and the last column; `2:5` for a place between two characters.
private func position(of span: SourceSpan, in source: SourceText) -> String {
  let start = source.location(of: span.lowerBound)
  let length = source.text(in: span).count
  return "\(start.line):\(start.column)" + (length == 0 ? "" : "-\(start.column + length - 1)")
}

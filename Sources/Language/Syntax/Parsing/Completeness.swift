import Diagnostics

/// Whether a text can be run as it is.
public enum Completeness: Sendable, Hashable {
  /// Nothing is missing; so is a text without statements.
  case complete
  /// The first error is at the end: more text may mend it. `open` is what waits for more, as people
  /// write it: `(`, `"`, `/*`, `where …`.
  case incomplete(open: String)
  /// There is an error that no further text mends.
  case faulty
}

/// Judges what was typed so far in the shell.
public func completeness(of text: String) -> Completeness {
  var script = ScriptParser(SourceText(name: "", text: text))
  while let item = script.nextParsed() {
    guard case .failure(let errors, _, let open) = item else { continue }
    guard let first = errors.first, first.isAtEnd else { return .faulty }
    return .incomplete(open: openText(first, open))
  }
  return .complete
}

private func openText(_ error: SyntaxError, _ open: OpenConstruct?) -> String {
  if case .lexical(let lexical, _) = error, let quote = lexical.openedText { return quote }
  guard let open else { return "" }
  return open.bracket == nil ? "\(open.opener.text) …" : open.opener.text
}

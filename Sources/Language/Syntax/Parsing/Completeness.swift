import Diagnostics

/// Whether input can be run.
public enum Completeness: Sendable, Hashable {
  /// Nothing is missing. Input without statements is also complete.
  case complete
  /// The first error is at the end, so more input may fix it. `open` is the unfinished construct:
  /// `(`, `"`, `/*`, `where …`.
  case incomplete(open: String)
  /// There is an error that more input cannot fix.
  case faulty
}

/// Checks whether input that was typed so far is complete.
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

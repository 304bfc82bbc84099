import Binding
import Diagnostics
import Syntax

/// Help for arguments without names: `fetch top(1)`.
extension QuerySession {
  /// The diagnostic with the query's parameters, if it is about a missing parameter name.
  func namingParameters(_ finding: Diagnostic, in source: SourceText) -> Diagnostic {
    guard case .token(.parameterName, _)? = finding.unknown, finding.help.isEmpty,
      let place = finding.primary?.span.lowerBound,
      let name = Self.calledName(before: place, in: source),
      let query = queries.first(where: { $0.name.lowercased() == name.lowercased() })
    else { return finding }
    return finding.adding(help: [Self.parameterHelp(query)])
  }

  /// ``top` has the parameter `n`: `top(n: …)``
  private static func parameterHelp(_ query: SavedQuery) -> String {
    let names = query.parameters.map { quotedIfNeeded($0.name.text) }
    guard !names.isEmpty else { return "`\(query.fullName)` has no parameters" }
    let list = names.map { "`\($0)`" }.joined(separator: ", ")
    let values = names.map { "\($0): …" }.joined(separator: ", ")
    let parameters = names.count == 1 ? "the parameter" : "the parameters"
    return "`\(query.fullName)` has \(parameters) \(list): `\(query.fullName)(\(values))`"
  }

  /// The name before the open parenthesis at `place`.
  private static func calledName(before place: Int, in source: SourceText) -> String? {
    let text = source.text(in: SourceSpan(0, place))
    var depth = 0
    for index in text.indices.reversed() {
      if text[index] == ")" { depth += 1 }
      guard text[index] == "(" else { continue }
      if depth == 0 {
        let words = text[..<index].split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        return words.last.map(String.init)
      }
      depth -= 1
    }
    return nil
  }
}

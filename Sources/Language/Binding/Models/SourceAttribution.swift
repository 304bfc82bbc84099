import Diagnostics
import Syntax

/// Sees to it that findings point into the text in which they stand: that of the newest declaration, or one that is kept.
struct SourceAttribution {
  let findings: Findings
  /// The name that the newest declaration declares.
  let newest: NameSyntax?
  /// The texts of other declarations that are kept, by the names that they declare.
  var texts: [String: SourceText] = [:]

  /// Runs `body`, which works on the declaration of `name`.
  func to<Result>(_ name: String, kind: String = "model", _ body: () -> Result) -> Result {
    findings.relocating(by: relocation(of: name, kind), body)
  }

  /// What becomes of findings about the declaration of `name`; nil where they stay as they are. What stands in a text
  /// that is gone is said at the newest name.
  private func relocation(of name: String, _ kind: String) -> ((Diagnostic) -> Diagnostic)? {
    guard let newest, newest.text != name else { return nil }
    if let text = texts[name] {
      let help = "`\(name)` is still waiting for `\(newest.text)`; you can declare it again"
      return { $0.standing(in: text).adding(help: [help]) }
    }
    return { finding in
      Diagnostic("\(kind) \(name): \(finding.message)", at: newest.span, help: finding.help)
        .asking(about: finding.unknown)
    }
  }
}

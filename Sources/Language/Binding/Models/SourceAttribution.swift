import Diagnostics
import Syntax

/// Reports errors in the right text: that of the newest declaration, or that of a waiting one.
struct SourceAttribution {
  let findings: Findings
  /// The name of the newest declaration.
  let newest: NameSyntax?
  /// The texts of waiting declarations, by name.
  var texts: [String: SourceText] = [:]

  /// Runs `body` for the declaration of `name`.
  func to<Result>(_ name: String, kind: String = "model", _ body: () -> Result) -> Result {
    findings.relocating(by: relocation(of: name, kind), body)
  }

  /// How to change errors in the declaration of `name`; nil to keep them. Errors in texts that are
  /// gone are reported at the newest name.
  private func relocation(of name: String, _ kind: String) -> ((Diagnostic) -> Diagnostic)? {
    guard let newest, newest.text != name else { return nil }
    if let text = texts[name] {
      let help = "`\(name)` is still waiting for `\(newest.text)`; you can declare it again"
      return { $0.with(source: text).adding(help: [help]) }
    }
    return { finding in
      Diagnostic("\(kind) \(name): \(finding.message)", at: newest.span, help: finding.help)
        .with(unknown: finding.unknown)
    }
  }
}

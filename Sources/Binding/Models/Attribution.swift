import Diagnostics
import Syntax

/// Sees to it that findings point into the newest declaration's text only.
struct Attribution {
  let findings: Findings
  /// The name that the newest declaration declares.
  let newest: NameSyntax?

  /// Runs `body`, which works on the declaration of `name`.
  func to<Result>(_ name: String, kind: String = "model", _ body: () -> Result) -> Result {
    guard let newest, newest.text != name else {
      return findings.relocating(by: nil, body)
    }
    return findings.relocating(
      by: { finding in
        Diagnostic("\(kind) \(name): \(finding.message)", at: newest.span, help: finding.help)
      },
      body
    )
  }
}

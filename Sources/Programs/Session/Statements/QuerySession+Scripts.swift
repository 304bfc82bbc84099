import Diagnostics
import Syntax

/// Runs internal scripts.
extension QuerySession {
  /// Runs statements up to the first error; returns the last outcome.
  @discardableResult
  package func runScript(_ text: String, name: String) throws(SessionError) -> StatementOutcome? {
    let source = SourceText(name: name, text: text)
    var script = ScriptParser(source)
    var outcome: StatementOutcome?
    while let item = script.next() {
      switch item {
      case .statement(let statement): outcome = try run(statement, in: source)
      case .failure(let findings, _): throw .failed(findings)
      case .command: break
      }
    }
    return outcome
  }
}

import Diagnostics
import Syntax

/// Running scripts of our own.
extension QuerySession {
  /// Runs the statements of a text of our own up to the first that fails; what the last one answered.
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

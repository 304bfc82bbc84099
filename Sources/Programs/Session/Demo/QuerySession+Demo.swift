import Context
import Diagnostics
import Storage
import Syntax

/// The sample data that `--demo` shows.
extension QuerySession {
  /// Fills the store with budgets, expenses and users; the store is new.
  public func loadDemo() throws(SessionError) {
    try runScript(DemoScript.text, name: "demo")
    do {
      var changes = ChangeSet()
      changes.inserted = [DemoUsers.rows()]
      try store.apply(changes)
      try modelContext.forgetPast()
    } catch {
      throw SessionError(error, in: nil)
    }
  }

  /// Runs the statements of a text of our own up to the first that fails; what the last one answered.
  @discardableResult
  func runScript(_ text: String, name: String) throws(SessionError) -> StatementOutcome? {
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

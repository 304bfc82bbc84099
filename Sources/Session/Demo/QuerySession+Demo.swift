import Context
import Diagnostics
import Storage
import Syntax

/// The sample data that `--demo` shows.
extension QuerySession {
  /// Fills the store with budgets, expenses and users; the store is new.
  public func loadDemo() throws(SessionError) {
    let source = SourceText(name: "demo", text: DemoScript.text)
    var script = ScriptParser(source)
    while let item = script.next() {
      switch item {
      case .statement(let statement): _ = try run(statement, in: source)
      case .failure(let findings, _): throw .failed(findings)
      case .command: break
      }
    }
    do {
      var changes = ChangeSet()
      changes.inserted = [DemoUsers.rows()]
      try store.apply(changes)
      try modelContext.forgetPast()
    } catch {
      throw SessionError(error, in: nil)
    }
  }
}

import Context
import Diagnostics
public import Session
import Storage

/// The sample data that `--demo` shows.
extension QuerySession {
  /// Fills the store with budgets, expenses and users; the store is new.
  public func loadDemo() throws(SessionError) {
    try runScript(DemoScript.text, name: "demo")
    do {
      var changes = ChangeSet()
      changes.inserted = [DemoUsers.rows()]
      try store.writable().apply(changes)
      try modelContext.forgetPast()
    } catch {
      throw SessionError(error, in: nil)
    }
  }
}

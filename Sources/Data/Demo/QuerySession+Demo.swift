import Context
import Diagnostics
import MemoryStore
public import Session
import Storage

/// The sample data that `--demo` shows.
extension QuerySession {
  /// Fills a new store with budgets, expenses and users.
  public func loadDemo() throws(SessionError) {
    try runScript(DemoScript.text, name: "demo")
    do {
      if let store = store as? InMemoryStore {
        try store.add(DemoUsers.deferred, to: DemoUsers.entity)
      } else {
        var changes = ChangeSet()
        changes.inserted = [DemoUsers.rows()]
        try store.writable().apply(changes)
      }
      try modelContext.forgetPast()
    } catch {
      throw SessionError(error, in: nil)
    }
  }
}

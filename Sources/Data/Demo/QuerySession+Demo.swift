import Context
import Diagnostics
import MemoryStore
public import Session
import Storage

/// The sample data that `--demo` shows.
extension QuerySession {
  /// Fills a new store with budgets, expenses and users.
  public func loadDemo() throws(SessionError) {
    try runScript(DemoModels.text, name: "demo")
    do {
      let memory = store as? InMemoryStore
      var changes = ChangeSet()
      changes.inserted = DemoRecords.rows()
      if memory == nil { changes.inserted.append(DemoUsers.rows()) }
      try store.writable().apply(changes)
      try memory?.add(DemoUsers.deferred, to: DemoUsers.entity)
      try modelContext.forgetPast()
    } catch {
      throw SessionError(error, in: nil)
    }
  }
}

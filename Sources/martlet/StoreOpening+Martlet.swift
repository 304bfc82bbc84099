import MemoryStore
import Session
import Storage

extension StoreOpening {
  /// Stores in memory, and in SQLite files.
  static let martlet = StoreOpening(
    makeMemoryStore: { InMemoryStore() },
    openFile: { path, _ in
      throw StoreFileError(path: path, operation: "open", fault: .other(reason: "not built in yet"))
    }
  )
}

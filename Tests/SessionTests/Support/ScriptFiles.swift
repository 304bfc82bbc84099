import MemoryStore
import Session
import Storage
import Synchronization

/// The files of a script: their stores lie in memory, and are there again when they are opened again.
final class ScriptFiles: Sendable {
  private let stores = Mutex<[String: InMemoryStore]>([:])

  var opening: StoreOpening {
    StoreOpening(
      makeMemoryStore: { InMemoryStore() },
      openFile: { [self] path, options in try open(path, options) }
    )
  }

  private func open(_ path: String, _ options: FileOptions) throws -> OpenedFile {
    let store = try stores.withLock { stores in
      if let store = stores[path] { return store }
      if options.isReadOnly {
        throw StoreFileError(path: path, operation: "open", fault: .missing)
      }
      let store = InMemoryStore()
      stores[path] = store
      return store
    }
    return OpenedFile(store: store, isReadOnly: options.isReadOnly, setBusyTimeout: { _ in })
  }
}

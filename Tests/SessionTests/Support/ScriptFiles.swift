import MemoryStore
import Session
import Storage
import StoreFixtures
import Synchronization
import TestSupport

/// Where the records of a script lie that opens no file.
enum ScriptStores: CaseIterable {
  case memory
  case file
  /// A file that is closed and opened again between statements.
  case reopenedFile
}

/// The files of a script: their stores lie in memory, and are there again when they are opened again.
final class ScriptFiles: Sendable {
  private let stores = Mutex<[String: InMemoryStore]>([:])
  private let kind: ScriptStores
  /// The real files that stand for stores in memory.
  private let reopened = Mutex<[ReopenedStore]>([])
  private let folder: TemporaryFolder?

  init(_ kind: ScriptStores = .memory) throws {
    self.kind = kind
    folder = kind == .memory ? nil : try TemporaryFolder(inMemory: true)
  }

  /// Closes the real files; what comes next opens them again.
  func close() {
    for store in reopened.withLock({ $0 }) where kind == .reopenedFile { store.close() }
  }

  private func makeStore() -> any Store {
    guard let folder else { return InMemoryStore() }
    return reopened.withLock { stores in
      let store = ReopenedStore(path: folder.file("\(stores.count).store"))
      stores.append(store)
      return store
    }
  }

  var opening: StoreOpening {
    StoreOpening(
      makeMemoryStore: { [self] in makeStore() },
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

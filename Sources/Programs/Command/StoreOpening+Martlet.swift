import MemoryStore
import SQLiteStore
import Session
import Storage

extension StoreOpening {
  /// Opens stores in memory and in SQLite files.
  static let martlet = StoreOpening(
    makeMemoryStore: { InMemoryStore() },
    openFile: { path, options in
      let store = try FileStore(path: path, options: options, declarations: SchemaDeclarations())
      return OpenedFile(
        store: store,
        isReadOnly: store.isReadOnly,
        notes: store.notes,
        setBusyTimeout: store.setBusyTimeout
      )
    },
    isNewFile: FileStore.isNewFile(at:),
    factsOfNewFile: FileStore.facts(ofAbsentFile:)
  )
}

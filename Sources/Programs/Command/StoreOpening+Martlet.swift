import Diagnostics
import MemoryStore
import Platform
import PostgreSQLStore
import SQLiteStore
import Session
import Storage

extension StoreOpening {
  /// Opens stores in memory, in SQLite files and in databases of PostgreSQL servers.
  static let martlet = StoreOpening(
    makeMemoryStore: { InMemoryStore() },
    openFile: { path, options in
      if PostgreSQLStore.isAddress(path) { return try openServer(path, options) }
      let store = try FileStore(path: path, options: options, declarations: SchemaDeclarations())
      return OpenedFile(
        store: store,
        isReadOnly: store.isReadOnly,
        notes: store.notes,
        setBusyTimeout: store.setBusyTimeout
      )
    },
    isNewFile: { path in
      try !PostgreSQLStore.isAddress(path) && FileStore.isNewFile(at: path)
    },
    factsOfNewFile: FileStore.facts(ofAbsentFile:),
    withoutPassword: PostgreSQLStore.withoutPassword
  )

  private static func openServer(_ address: String, _ options: FileOptions) throws -> OpenedFile {
    var options = options
    options[ServerPasswordOption.self] = { shown in
      Terminal.readSecret(prompt: "password for \(escapedForTerminal(shown)): ")
    }
    let store = try PostgreSQLStore(
      address: address,
      options: options,
      declarations: SchemaDeclarations()
    )
    return OpenedFile(
      store: store,
      isReadOnly: store.isReadOnly,
      notes: store.notes,
      place: store.place,
      setBusyTimeout: store.setBusyTimeout
    )
  }
}

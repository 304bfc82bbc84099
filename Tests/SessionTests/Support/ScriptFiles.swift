import Demo
import Features
import Foundation
import MemoryStore
import PostgreSQLFixtures
import Session
import Storage
import StoreFixtures
import Synchronization
import TestSupport
import Testing

/// The stores of scripts that do not open files.
enum ScriptStores: CaseIterable {
  case memory
  case file
  /// A file that is closed and opened again between statements.
  case reopenedFile
  /// The same, and what is read is read from the pages of the file.
  case reopenedPages
  /// A file whose columns are kept in memory when they are first read.
  case keptColumns
  /// A native store on a PostgreSQL server.
  case server

  /// How the file is opened.
  fileprivate var options: FileOptions {
    switch self {
    case .memory, .file, .reopenedFile, .server: FileOptions()
    case .reopenedPages: .asLarge(keepsColumns: false)
    case .keptColumns: .asLarge(keepsColumns: true)
    }
  }

  fileprivate var isReopened: Bool { self == .reopenedFile || self == .reopenedPages }
}

/// The files of a script: their stores lie in memory, and are there again when they are opened again.
final class ScriptFiles: Sendable {
  private let stores = Mutex<[String: InMemoryStore]>([:])
  private let kind: ScriptStores
  /// The real files that stand for stores in memory.
  private let reopened = Mutex<[ReopenedStore]>([])
  private let folder: TemporaryFolder?
  private let server: PrivateServer?

  /// - Parameter hasDemo: Whether the first real file holds the demo's records.
  init(_ kind: ScriptStores = .memory, hasDemo: Bool = false) throws {
    self.kind = kind
    server = kind == .server ? PrivateServer.shared : nil
    folder = kind == .memory || kind == .server ? nil : try TemporaryFolder(inMemory: true)
    guard let folder, hasDemo else { return }
    for (suffix, data) in try Self.demoFiles.get() {
      try data.write(to: URL(fileURLWithPath: folder.file(Self.name(0) + suffix)))
    }
  }

  /// A file with the demo's records and its log, by what their names end with; the records are put into
  /// them once for all scripts.
  private static let demoFiles = Result {
    let folder = try TemporaryFolder(inMemory: true)
    let path = folder.file(name(0))
    let store = try ReopenedStore.open(path)
    try QuerySession(store: store).loadDemo()
    store.close()
    return try ["", "-wal"].filter { FileManager.default.fileExists(atPath: path + $0) }
      .map { ($0, try Data(contentsOf: URL(fileURLWithPath: path + $0))) }
  }

  private static func name(_ number: Int) -> String { "\(number).store" }

  /// Closes the real files; what comes next opens them again.
  func close() {
    for store in reopened.withLock({ $0 }) where kind.isReopened { store.close() }
  }

  private func makeStore() -> any Store {
    if let server {
      do {
        return try PrivateServer.open(server.addressOfNewStore())
      } catch {
        Issue.record("no store on the server: \(error)")
      }
    }
    guard let folder else { return InMemoryStore() }
    return reopened.withLock { stores in
      let store = ReopenedStore(
        path: folder.file(Self.name(stores.count)),
        options: kind.options
      )
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

import Foundation
import MemoryStore
import Model
import Platform
import Storage
import Synchronization

/// A store whose file is created by the first write, or opened once another process created it.
///
/// Until then, it is empty, so that queries with a mistyped file name create no file.
final class LazyStore: BulkLoadingStore {
  private let path: String
  private let newFacts: StoreFacts
  private let isNew: @Sendable () throws -> Bool
  private let open: @Sendable () throws -> OpenedFile
  private let state: Mutex<State>
  private let empty = InMemoryStore()

  private struct State {
    var file: OpenedFile?
    /// The timeout set before the file existed.
    var busyTimeout: Double?
  }

  /// Creates a store for a missing or empty file at `path`, as long as `isNew` returns true.
  ///
  /// - Parameters:
  ///   - facts: The properties of the store until the file exists.
  ///   - open: Creates or opens the file.
  init(
    facts: StoreFacts,
    path: String,
    isNew: @escaping @Sendable () throws -> Bool,
    open: @escaping @Sendable () throws -> OpenedFile
  ) {
    newFacts = facts
    self.path = path
    self.isNew = isNew
    self.open = open
    state = Mutex(State())
  }

  /// The store of the file; nil if the file does not exist yet.
  private func present() throws -> (any Store)? {
    try state.withLock { state in
      if state.file == nil, try isNew() { return nil }
      return try opened(&state)
    }
  }

  /// The store of the file, created if necessary.
  private func created() throws -> any Store { try state.withLock { try opened(&$0) } }

  private func opened(_ state: inout State) throws -> any Store {
    if let file = state.file { return file.store }
    let file = try open()
    if let seconds = state.busyTimeout { file.setBusyTimeout(seconds) }
    state.file = file
    return file.store
  }

  /// Sets how long to wait for a locked file.
  func setBusyTimeout(_ seconds: Double) {
    state.withLock { state in
      state.busyTimeout = seconds
      state.file?.setBusyTimeout(seconds)
    }
  }

  var schema: Schema { (try? present())?.schema ?? Schema() }

  func snapshot() throws -> any StoreSnapshot { try (present() ?? empty).snapshot() }

  func facts() throws -> StoreFacts { try present()?.facts() ?? newFacts }

  /// The capability of the file's store. Without a file, changing creates one; reading finds an
  /// empty store that supports bulk loading.
  func capability<Capability>(
    _ kind: Capability.Type,
    for purpose: StorePurpose
  ) throws -> Capability? {
    if kind == LazyStore.self { return self as? Capability }
    if let store = try purpose == .changing ? created() : present() {
      return try store.capability(kind, for: purpose)
    }
    return try self as? Capability ?? empty.capability(kind, for: purpose)
  }

  /// Creates the file and loads records.
  func load(_ schema: SchemaChange, _ body: (any WritableStore) throws -> Void) throws {
    try created().inBatches(schema, body)
  }

  /// The path if the file does not exist yet.
  fileprivate var missingFilePath: String? {
    state.withLock { $0.file == nil } && !FileSystem.exists(path) ? path : nil
  }
}

extension Store {
  /// The path of the store's file if it does not exist yet.
  package var missingFilePath: String? {
    (try? capability(LazyStore.self, for: .reading))?.missingFilePath
  }
}

import Foundation
import MemoryStore
import Model
import Platform
import Storage
import Synchronization

/// A store whose file is made when something is first written to it, or opened once others have made it.
///
/// Until then it is empty, so that whoever mistypes a file's name and asks a question makes no file.
final class LazyStore: BulkLoadingStore {
  private let path: String
  private let newFacts: StoreFacts
  private let isNew: @Sendable () throws -> Bool
  private let open: @Sendable () throws -> OpenedFile
  private let state: Mutex<State>
  private let empty = InMemoryStore()

  private struct State {
    var file: OpenedFile?
    /// What was set while there was no file yet.
    var busyTimeout: Double?
  }

  /// A store for the file at `path`, where none is, or an empty one, as long as `isNew` says so; `open` makes and
  /// opens it. Until then `facts` are what is known of it.
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

  /// The file's store; nil where there is no file yet.
  private func present() throws -> (any Store)? {
    try state.withLock { state in
      if state.file == nil, try isNew() { return nil }
      return try opened(&state)
    }
  }

  /// The file's store, which is made if it is not there.
  private func made() throws -> any Store { try state.withLock { try opened(&$0) } }

  private func opened(_ state: inout State) throws -> any Store {
    if let file = state.file { return file.store }
    let file = try open()
    if let seconds = state.busyTimeout { file.setBusyTimeout(seconds) }
    state.file = file
    return file.store
  }

  /// Sets for how long the file is waited for, now or once it is there.
  func setBusyTimeout(_ seconds: Double) {
    state.withLock { state in
      state.busyTimeout = seconds
      state.file?.setBusyTimeout(seconds)
    }
  }

  var schema: Schema { (try? present())?.schema ?? Schema() }

  func snapshot() throws -> any StoreSnapshot { try (present() ?? empty).snapshot() }

  func facts() throws -> StoreFacts { try present()?.facts() ?? newFacts }

  /// What the file's store offers. While there is none, changing it makes one; whoever only looks finds an empty
  /// store, and that a file of our own will take batches.
  func capability<Capability>(
    _ kind: Capability.Type,
    for purpose: StorePurpose
  ) throws -> Capability? {
    if kind == LazyStore.self { return self as? Capability }
    if let store = try purpose == .changing ? made() : present() {
      return try store.capability(kind, for: purpose)
    }
    return try self as? Capability ?? empty.capability(kind, for: purpose)
  }

  /// Makes the file, and fills it.
  func load(_ schema: SchemaChange, _ body: (any WritableStore) throws -> Void) throws {
    try made().inBatches(schema, body)
  }

  /// The path where nothing is yet.
  fileprivate var absentPath: String? {
    state.withLock { $0.file == nil } && !FileSystem.exists(path) ? path : nil
  }
}

extension Store {
  /// The path of the store's file where that is not there yet, as nothing was written.
  package var absentPath: String? {
    (try? capability(LazyStore.self, for: .reading))?.absentPath
  }
}

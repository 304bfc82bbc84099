import Foundation
import MemoryStore
import Model
import Storage
import Synchronization

/// A store whose file is made when something is first written to it, or opened once others have made it.
///
/// Until then it is empty, so that whoever mistypes a file's name and asks a question makes no file.
final class LateStore: Store {
  private let path: String
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
  /// opens it.
  init(
    path: String,
    isNew: @escaping @Sendable () throws -> Bool,
    open: @escaping @Sendable () throws -> OpenedFile
  ) {
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

  var absentPath: String? {
    state.withLock { $0.file == nil } && access(path, F_OK) != 0 ? path : nil
  }

  var schema: Schema { (try? present())?.schema ?? Schema() }

  func snapshot() throws -> any StoreSnapshot {
    guard let store = try present() else { return try empty.snapshot() }
    return try store.snapshot()
  }

  func checkWritable() throws { try present()?.checkWritable() }

  func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64> {
    try made().reserveKeys(count, of: entity)
  }

  func reservePositions(_ count: Int) throws -> Range<Int64> {
    try made().reservePositions(count)
  }

  func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws {
    try made().apply(schema, changes, check: check)
  }

  /// A file of our own will.
  var loads: Bool {
    guard let store = try? present() else { return true }
    return store.loads
  }

  func load(_ schema: SchemaChange, _ body: (any Store) throws -> Void) throws {
    try made().load(schema, body)
  }

  func migrate(
    from former: SchemaVersion?,
    to target: Int?,
    _ guide: MigrationGuide
  ) throws -> String? {
    try made().migrate(from: former, to: target, guide)
  }

  func schemaVersion() throws -> SchemaVersion? { try present()?.schemaVersion() }

  func savedQueries() throws -> [String] { try present()?.savedQueries() ?? [] }

  func changeSavedQueries(_ change: ([String]) throws -> [String]) throws -> Bool {
    try made().changeSavedQueries(change)
  }

  func takeMisfitFields() -> [MisfitField] { (try? present())?.takeMisfitFields() ?? [] }

  var misfitCount: Int { (try? present())?.misfitCount ?? 0 }

  /// A file of our own will.
  var keepsHistory: Bool {
    guard let store = try? present() else { return true }
    return store.keepsHistory
  }

  func readHistory(_ filter: HistoryFilter, _ body: (HistoryEvent) throws -> Void) throws {
    try present()?.readHistory(filter, body)
  }

  func forgetHistory() throws { try present()?.forgetHistory() }

  func changeMarks() throws -> ChangeMarks {
    guard let store = try present() else { return try empty.changeMarks() }
    return try store.changeMarks()
  }

  func facts() throws -> StoreFacts {
    if let store = try present() { return try store.facts() }
    var facts = StoreFacts(kind: .martletFile)
    facts.path = path
    facts.isAbsent = true
    return facts
  }

  func close() { state.withLock { $0.file }?.store.close() }
}

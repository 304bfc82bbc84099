import Binding
import Diagnostics
import Model
import Session
import Storage
import Synchronization

/// Another store without some attributes, and without all that uses them: computed attributes,
/// rules, keys, saved queries and the history.
///
/// No statement can name a hidden attribute, since the schema lacks it.
final class HidingStore: WritableStore {
  private let store: any Store
  private let hidden: HiddenAttributes
  /// The hidden attributes that the store had at the start.
  private let required: HiddenAttributes
  private let known = Mutex<(base: Schema, result: HiddenAttributes.Result)?>(nil)

  init(_ store: any Store, hiding hidden: HiddenAttributes) {
    (self.store, self.hidden) = (store, hidden)
    required = hidden.present(in: store.schema)
  }

  var schema: Schema { visible.schema }

  /// Why the store cannot be used: somebody may have renamed a hidden attribute or its model, which
  /// would then be visible. Nil if all is well.
  var fault: String? { required.areIn(store.schema) ? nil : Self.renaming }

  private static let renaming =
    "the models were changed: a hidden attribute or its model is gone or has another name"

  private var visible: HiddenAttributes.Result {
    let base = store.schema
    guard required.areIn(base) else {
      return HiddenAttributes.Result(schema: Schema(), closed: [], uncheckedRule: nil)
    }
    return known.withLock { known in
      if let known, known.base == base { return known.result }
      let result = hidden.removed(from: base)
      known = (base, result)
      return result
    }
  }

  func snapshot() throws -> any StoreSnapshot {
    if let fault { throw Self.refusal(fault) }
    let snapshot = try store.snapshot()
    // The models may have changed meanwhile.
    if let fault { throw Self.refusal(fault) }
    return snapshot
  }

  func facts() throws -> StoreFacts { try store.facts() }

  /// The capabilities that show no attribute.
  func capability<Capability>(
    _ kind: Capability.Type,
    for purpose: StorePurpose
  ) throws -> Capability? {
    if kind == (any WritableStore).self {
      guard try store.capability(kind, for: purpose) != nil else { return nil }
      return self as? Capability
    }
    if kind == (any HistorySavingStore).self, try store.savedHistory == nil { return nil }
    if let own = self as? Capability { return own }
    let forwarded: [Any.Type] = [
      (any InvalidValueStore).self, (any ObservableStore).self, (any ClosableStore).self,
      (any KeyComputingStore).self,
    ]
    guard forwarded.contains(where: { $0 == kind }) else { return nil }
    return try store.capability(kind, for: purpose)
  }

  // MARK: Changes

  func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64> {
    try store.writable().reserveKeys(count, of: entity)
  }

  func reservePositions(_ count: Int) throws -> Range<Int64> {
    try store.writable().reservePositions(count)
  }

  func checkWritable() throws { try store.writable().checkWritable() }

  func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws {
    guard schema.isEmpty else { throw StoreError.fixedModels }
    if let fault { throw Self.refusal(fault) }
    try checkPermission(for: changes)
    try store.writable().apply(SchemaChange(), changes, check: check)
  }
}

/// The history has the values of hidden attributes, so it is not shown. Past states still need
/// every change.
extension HidingStore: HistorySavingStore {}

extension HidingStore: SavedQueryStore {
  /// The saved queries that are valid without the hidden attributes.
  func savedQueries() throws -> [String] {
    let schema = schema
    let all = try store.storedQueries().compactMap { text in
      SavedQueries.query(text, schema: schema).map { (text: text, query: $0) }
    }
    var options = BindingOptions()
    options.savedQueries = all.map(\.query)
    let binder = Binder(schema: schema, options: options)
    return all.filter { binder.fault(of: $0.query) == nil }.map(\.text)
  }

  func changeSavedQueries(_ change: ([String]) throws -> [String]) throws {
    throw StoreError.readOnly
  }
}

extension HidingStore: PermittingStore {
  /// Refuses changes for which the store would need a hidden attribute.
  func checkPermission(for changes: ChangeSet) throws {
    if visible.uncheckedRule != nil {
      throw Self.refusal("records cannot be changed: a rule uses an attribute that is hidden")
    }
    let changed =
      changes.inserted.map(\.entity) + changes.updated.map(\.entity)
      + changes.deleted.map(\.entity)
    if let closed = changed.first(where: visible.closed.contains) {
      throw Self.refusal("`\(closed)` cannot be changed: some of its attributes are hidden")
    }
    try store.capability((any PermittingStore).self, for: .changing)?.checkPermission(for: changes)
  }

  private static func refusal(_ message: String) -> DiagnosticList {
    DiagnosticList([Diagnostic(.error, message, at: nil)])
  }
}

import Model
import Storage

/// Another store that is read and never changed: what `--read-only` makes of models in memory.
///
/// The contract's defaults refuse changes with ``Storage/StoreError/readOnly``.
final class ReadOnlyStore: Store {
  private let store: any Store

  init(_ store: any Store) {
    self.store = store
  }

  var schema: Schema { store.schema }
  var misfitCount: Int { store.misfitCount }
  var keepsHistory: Bool { store.keepsHistory }

  func snapshot() throws -> any StoreSnapshot { try store.snapshot() }
  func checkWritable() throws { throw StoreError.readOnly }
  func schemaVersion() throws -> SchemaVersion? { try store.schemaVersion() }
  func savedQueries() throws -> [String] { try store.savedQueries() }
  func takeMisfitFields() -> [MisfitField] { store.takeMisfitFields() }
  func changeMarks() throws -> ChangeMarks { try store.changeMarks() }
  func facts() throws -> StoreFacts { try store.facts() }
  func close() { store.close() }

  /// `preview insert` needs numbers; those that are not used are left out.
  func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64> {
    try store.reserveKeys(count, of: entity)
  }

  func reservePositions(_ count: Int) throws -> Range<Int64> {
    try store.reservePositions(count)
  }

  func readHistory(_ filter: HistoryFilter, _ body: (HistoryEvent) throws -> Void) throws {
    try store.readHistory(filter, body)
  }

  func migrate(
    from former: SchemaVersion?,
    to target: Int?,
    _ guide: MigrationGuide
  ) throws -> String? {
    throw StoreError.readOnly
  }
}

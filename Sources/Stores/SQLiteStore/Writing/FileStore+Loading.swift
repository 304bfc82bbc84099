import GRDB
import NativeStores
public import Storage

extension FileStore: BulkLoadingStore {
  /// Changes the schema, then applies the changes of `body`, in one transaction that is on the disk
  /// when this returns. If `body` throws, or the process ends, nothing is changed.
  public func load(_ schema: SchemaChange, _ body: (any WritableStore) throws -> Void) throws {
    let writer = try nativeWriter()
    let model = try file.change(keepingForeignKeys: schema.isEmpty) { db in
      let old = try file.models.current(known: currentModel(), db)
      guard !schema.isEmpty else {
        try body(try bulkLoad(old, writer))
        return old
      }
      try schema.checkBasis(old.schema)
      let new = try changeModels(old, by: schema, check: { _ in }, writer, db)
      try body(try bulkLoad(new, writer))
      try ReferenceCheck(model: new, db: db).check()
      return new
    }
    note(model)
  }

  private func bulkLoad(_ model: FileModel, _ writer: Connection) throws -> NativeLoad {
    let first = try file.currentVersion()
    let invalidValueLog = InvalidValueLog()
    return NativeLoad(
      self,
      model.schema,
      path: file.path,
      next: { counter in try writer.perform { try counter.next(in: model, $0.native) } },
      // The number of changes increases, unlike SQLite's number.
      snapshot: { changeCount in
        FileSnapshot(
          version: StoreVersion(first.number &+ changeCount),
          model: model,
          invalidValueLog: invalidValueLog,
          changing: writer
        )
      },
      write: { changes in
        try writer.perform("write") { try changes.write(into: model, isNative: true, $0) }
      }
    )
  }
}

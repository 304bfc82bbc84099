import NativeStores
public import Storage

extension PostgreSQLStore: BulkLoadingStore {
  /// Changes the schema, then applies the changes of `body`, in one transaction.
  public func load(_ schema: SchemaChange, _ body: (any WritableStore) throws -> Void) throws {
    guard let namespace else { throw StoreError.readOnly }
    let model = try changeNative(namespace) { transaction, old, version in
      guard !schema.isEmpty else {
        try body(bulkLoad(old, version, transaction))
        return old
      }
      try schema.checkBasis(old.schema)
      let new = try changeModels(
        old,
        by: schema,
        version,
        check: { _ in },
        namespace,
        transaction
      )
      try body(bulkLoad(new, version, transaction))
      return new
    }
    note(model)
  }

  private func bulkLoad(
    _ model: ServerModel,
    _ version: StoreVersion,
    _ transaction: ServerTransaction
  ) -> NativeLoad {
    NativeLoad(
      self,
      model.schema,
      path: path,
      next: { try $0.next(in: model, transaction) },
      snapshot: {
        self.snapshot(of: model, StoreVersion(version.number + $0), within: transaction)
      },
      write: { try $0.write(into: model, transaction) }
    )
  }
}

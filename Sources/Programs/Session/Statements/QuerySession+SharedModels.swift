import Context
import Model
package import Storage

/// Changes models that other processes can change at the same time.
extension QuerySession {
  /// Runs a statement that changes models, again if another process changed them meanwhile.
  package func changingModels<Result>(_ body: () throws -> Result) throws -> Result {
    try OptimisticRetry.run(cancellation: cancellation) { error in
      error as? StoreError == .outdated || declarations.schema != store.schema
    } _: {
      try declarations.changing(store, body)
    }
  }

  /// Changes the models of the store; throws ``StoreError/outdated`` if they are no longer those of
  /// the declarations.
  package func applyShared(
    _ change: SchemaChange,
    _ changes: ChangeSet = ChangeSet(),
    check: (any StoreSnapshot) throws -> Void = { _ in }
  ) throws {
    try sharing(change) { try store.writable().apply($0, changes, check: check) }
  }

  /// Lets `body` make such a change.
  package func sharing<Result>(
    _ change: SchemaChange,
    _ body: (SchemaChange) throws -> Result
  ) throws -> Result {
    var change = change
    let previous = declarations.schema
    change.basis = previous
    let result = try body(change)
    modelContext.container.noteModels(from: previous, change)
    declarations.note(change)
    return result
  }

  /// Whether the store still has the models of the declarations.
  package var hasCurrentModels: Bool { declarations.schema == store.schema }
}

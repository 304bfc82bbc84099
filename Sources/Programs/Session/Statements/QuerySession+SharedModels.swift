import Model
package import Storage

/// Changing models that other processes may change at the same moment.
extension QuerySession {
  /// Runs a statement that changes models; where another process has changed them before it was done, it is
  /// bound anew over what these are by then.
  package func changingModels<Result>(_ body: () throws -> Result) throws -> Result {
    try OptimisticRetry.run(cancellation: cancellation) { error in
      error as? StoreError == .outdated || declarations.schema != store.schema
    } _: {
      try declarations.changing(store, body)
    }
  }

  /// Has the store change its models, unless they are others by now than those that the declarations were
  /// read for: then throws ``StoreError/outdated``.
  package func applyShared(
    _ change: SchemaChange,
    _ changes: ChangeSet = ChangeSet(),
    check: (any StoreSnapshot) throws -> Void = { _ in }
  ) throws {
    try sharing(change) { try store.writable().apply($0, changes, check: check) }
  }

  /// Has `body` make such a change.
  package func sharing<Result>(
    _ change: SchemaChange,
    _ body: (SchemaChange) throws -> Result
  ) throws -> Result {
    var change = change
    change.basis = declarations.schema
    let result = try body(change)
    declarations.note(change)
    return result
  }

  /// Whether the models are those that the declarations were read for.
  package var hasCurrentModels: Bool { declarations.schema == store.schema }
}

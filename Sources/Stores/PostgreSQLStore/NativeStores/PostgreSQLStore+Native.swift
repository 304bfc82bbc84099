public import Model
import NativeStores
import SQLGeneration
public import Storage

extension PostgreSQLStore {
  /// The capabilities of the database: native stores have versions, saved queries and a history,
  /// and support bulk loading.
  public func capability<Capability>(
    _ kind: Capability.Type,
    for purpose: StorePurpose
  ) throws -> Capability? {
    isOffered(kind, for: purpose) ? self as? Capability : nil
  }

  private func isOffered(_ kind: Any.Type, for purpose: StorePurpose) -> Bool {
    let isNative = namespace != nil
    if kind == (any HistoryStore).self { return isNative }
    if kind == (any BulkLoadingStore).self { return isNative && !isReadOnly }
    if kind == (any SavedQueryStore).self {
      return isNative && (purpose == .reading || !isReadOnly)
    }
    // Migrating the tables of another program fails with an error that explains why.
    if kind == (any MigratingStore).self { return isNative || purpose == .changing }
    return true
  }
}

extension PostgreSQLStore: MigratingStore {
  /// The latest version of the models.
  public func schemaVersion() throws -> SchemaVersion? {
    guard let namespace, currentModel().version > 0 else { return nil }
    return try reading { connection throws(ServerFailure) in
      let result = try connection.run(
        script: "SELECT version, checksum FROM \(namespace.qualified("martlet_versions"))"
          + " ORDER BY place DESC LIMIT 1"
      ).last
      guard let number = result?.rowCount == 0 ? nil : result?.number(0, 0),
        let checksum = result?.text(0, 1)
      else { return nil }
      return SchemaVersion(number: Int(number), checksum: checksum)
    }
  }

  /// Migrates the store step by step in one transaction. It first copies the store into another SQL
  /// schema if `target` is given and the user may create one.
  public func migrate(
    from previous: SchemaVersion?,
    to target: Int?,
    _ guide: MigrationGuide
  ) throws -> String? {
    guard let namespace else {
      throw StoreFileError(path: path, operation: "write", fault: .foreignModels)
    }
    var copy: String?
    do {
      let model = try changeNative(namespace) { transaction, old, version in
        guard try MartletTables.schemaVersion(transaction) == previous else {
          throw StoreError.outdated
        }
        copy = try target.flatMap {
          try NamespaceCopy(namespace, old, transaction).make(before: $0)
        }
        return try run(guide, from: old, version, namespace, transaction)
      }
      note(model)
    } catch is RolledBack {
      return nil
    }
    return copy.map(connections.address.shown(schema:))
  }

  /// Rolls back a transaction that has run to its end.
  private struct RolledBack: Error {}

  private func run(
    _ guide: MigrationGuide,
    from old: ServerModel,
    _ version: StoreVersion,
    _ namespace: NativeNamespace,
    _ transaction: ServerTransaction
  ) throws -> ServerModel {
    var model = old
    let savedQueries = try MartletTables.queries(transaction)
    while true {
      let snapshot = snapshot(of: model, version, within: transaction)
      switch try guide(model.schema, snapshot, savedQueries) {
      case .rollBack: throw RolledBack()
      case .step(let change, let check):
        model = try changeModels(model, by: change, version, check: check, namespace, transaction)
      case .finish(let versions, let savedQueries):
        for version in versions { try MartletTables.add(version, transaction) }
        try MartletTables.setQueries(savedQueries, transaction)
        try transaction.countQueries()
        return model
      }
    }
  }
}

extension PostgreSQLStore: HistoryStore {
  /// Passes the saved statements to `body`, including those of other processes.
  public func readHistory(
    _ filter: HistoryFilter,
    _ body: (HistoryEvent) throws -> Void
  ) throws {
    guard let namespace, currentModel().version > 0 else { return }
    let connection = try connections.begin { connection throws(ServerFailure) in
      try connection.run(
        script: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \(namespace.searchPath)"
      )
      return connection
    }
    do {
      try HistoryReader(db: ServerTransaction(connection), filter: filter).read(body)
      try connection.run(script: "ROLLBACK")
      connections.put(connection)
    } catch let failure as ServerFailure {
      throw failure.error(connections.address, "read")
    } catch let damage as HistoryDamage {
      throw StoreFileError(
        path: path,
        operation: "read",
        fault: .damaged(reason: "the history of statement \(damage.statement) cannot be read")
      )
    }
  }

  /// Deletes what was saved within these times, or the whole history.
  public func forgetHistory(_ times: ClosedRange<Timestamp>?) throws {
    guard let namespace, !isReadOnly else { return }
    try changeNative(namespace) { transaction, _, _ in
      try HistoryTables(db: transaction).forget(times)
    }
  }
}

import Foundation
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
    let isOffered = NativeCapabilities(isNative: namespace != nil, isReadOnly: isReadOnly)
      .contain(kind, for: purpose, hasHistory: namespace != nil)
    return isOffered ? self as? Capability : nil
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
      guard let code = result?.rowCount == 0 ? nil : result?.number(0, 0),
        let number = VersionNumber(code: Int(code)), let checksum = result?.text(0, 1)
      else { return nil }
      return SchemaVersion(number: number, checksum: checksum)
    }
  }

  /// Migrates the store step by step in one transaction. It first copies the store into another SQL
  /// schema if `target` is given and the user may create one.
  public func migrate(
    from previous: SchemaVersion?,
    to target: VersionNumber?,
    _ guide: MigrationGuide
  ) throws -> String? {
    guard let namespace else {
      throw modelsError()
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
        let model = try transaction.migrate(
          old,
          guide,
          snapshot: { snapshot(of: $0, version, within: transaction) },
          step: { model, change, check in
            try changeModels(model, by: change, version, check: check, namespace, transaction)
          },
          write: { try $1.write(into: $0, transaction) }
        )
        guard let model else { throw RolledBack() }
        try transaction.countQueries()
        return model
      }
      note(model)
    } catch is RolledBack {
      return nil
    }
    return copy.map(connections.address.shown(schema:))
  }

  /// Rolls back a transaction that has run to its end.
  private struct RolledBack: Error {}
}

extension PostgreSQLStore: HistoryStore {
  /// Passes the saved statements to `body`, including those of other processes.
  public func readHistory(
    _ filter: HistoryFilter,
    _ body: (HistoryEvent) throws -> Void
  ) throws {
    try readingHistory { try HistoryReader(db: $0, filter: filter).read(body) }
  }

  /// The earliest state that the history leads back to.
  public func historyStart() throws -> HistoryStart? {
    guard namespace != nil else { return nil }
    return try readingHistory { try HistoryTables(db: $0).start() } ?? HistoryStart(number: 0)
  }

  /// The bytes of the history.
  public func historySize() throws -> HistorySize? {
    guard namespace != nil else { return nil }
    return try readingHistory { try HistoryTables(db: $0).bytes() }
  }

  /// Limits the age of statements in the history.
  public func keepHistory(_ microseconds: Int64?) throws {
    guard let namespace, !isReadOnly else { throw StoreError.readOnly }
    let now = Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
    try changeNative(namespace) { transaction, _, _ in
      try HistoryTables(db: transaction).keep(microseconds, now: now)
    }
  }

  /// The number of the last statement that was saved at `time` or before.
  public func lastStatement(until time: Timestamp) throws -> Int64? {
    try readingHistory { try HistoryTables(db: $0).lastStatement(until: time) } ?? nil
  }

  /// Reads the history in one transaction; nil if there is no store yet.
  @discardableResult
  private func readingHistory<Result>(
    _ body: (ServerTransaction) throws -> Result
  ) throws -> Result? {
    guard let namespace, currentModel().version > 0 else { return nil }
    let connection = try connections.begin { connection throws(ServerFailure) in
      try connection.run(
        script: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \(namespace.searchPath)"
      )
      return connection
    }
    do {
      let result = try body(ServerTransaction(connection))
      try connection.run(script: "ROLLBACK")
      connections.put(connection)
      return result
    } catch let failure as ServerFailure {
      throw failure.error(connections.address, "read")
    } catch let damage as HistoryDamage {
      throw damage.error(at: path)
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

import Foundation
import Model
import NativeStores
import SQLGeneration
import Storage

extension PostgreSQLStore {
  /// Runs `body` in a transaction that is durable when this returns, and rolls back if it throws.
  ///
  /// After serialization failures and deadlocks, `body` runs again.
  func change<Result>(_ body: (ServerTransaction) throws -> Result) throws -> Result {
    try checkWritable()
    do {
      return try OptimisticRetry.run(
        cancellation: connections.cancellation,
        where: { ($0 as? ServerFailure)?.isRetryable ?? false },
        { try changeOnce(body) }
      )
    } catch let failure as ServerFailure {
      throw failure.error(connections.address, "write", waited: connections.timeout)
    } catch let unknown as UnknownLabel {
      throw unknown.error(connections.address)
    } catch let refused as RefusedValues {
      throw refused.error(connections.address)
    }
  }

  private func changeOnce<Result>(_ body: (ServerTransaction) throws -> Result) throws -> Result {
    let path = namespace.map { $0.searchPath + "; " } ?? ""
    let connection = try connections.begin { connection throws(ServerFailure) in
      try connection.run(script: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; \(path)")
      return connection
    }
    let transaction = ServerTransaction(connection, releasingReaders: openSnapshots.endAll)
    do {
      let result = try body(transaction)
      try commit(transaction)
      connections.put(connection)
      return result
    } catch {
      // A late request to cancel could hit the next statement of a cancelled connection.
      let isCancelled = (error as? ServerFailure)?.isCancelled == true || error is Cancellation
      if !isCancelled, (try? connection.run(script: "ROLLBACK")) != nil {
        connections.put(connection)
      }
      throw error
    }
  }

  private func commit(_ transaction: ServerTransaction) throws {
    let notify =
      connections.notifies ? namespace.map { "NOTIFY \($0.channel); " } ?? "" : ""
    do throws(ServerFailure) {
      try transaction.connection.run(script: notify + "COMMIT")
    } catch {
      guard error.isLost else { throw error }
      switch outcome(of: transaction) {
      case true?: return
      case false?: throw error
      case nil:
        throw ServerFault.unknownOutcome.error(path, "write")
      }
    }
  }

  /// How long a server may take to start again.
  private static let patience = Duration.seconds(15)

  /// Whether a transaction was committed whose connection was lost; nil if the server cannot say.
  private func outcome(of transaction: ServerTransaction) -> Bool? {
    guard let number = transaction.number else { return nil }
    let deadline = ContinuousClock.now + Self.patience
    while ContinuousClock.now < deadline {
      switch status(of: number) {
      case "committed": return true
      case "aborted": return false
      // The server still works on it, or cannot be reached yet.
      case "in progress", nil: break
      default: return nil
      }
      Thread.sleep(forTimeInterval: 0.05)
    }
    return nil
  }

  /// What the server says about a transaction; nil if it cannot be reached, empty if it does not
  /// know.
  private func status(of number: Int64) -> String? {
    guard let connection = try? connections.take() else { return nil }
    do throws(ServerFailure) {
      let result = try connection.run(script: "SELECT txid_status(\(number))").last
      connections.put(connection)
      return result?.text(0, 0) ?? ""
    } catch {
      // A server that has crashed may not know the number: nothing of the transaction is left.
      return error.code == "22023" ? "aborted" : nil
    }
  }

  /// Throws if the database is read-only.
  public func checkWritable() throws {
    guard isReadOnly else { return }
    throw StoreFileError(path: path, operation: "write", fault: .readOnly)
  }

  // MARK: Native stores

  /// Runs `body` in a transaction that excludes other writers of a native store, and creates the
  /// store before if it does not exist. `body` receives the current models.
  ///
  /// - Parameter basis: The version that the change is based on; nil for any.
  func changeNative<Result>(
    _ namespace: NativeNamespace,
    basis: StoreVersion? = nil,
    _ body: (ServerTransaction, ServerModel, StoreVersion) throws -> Result
  ) throws -> Result {
    defer { watch?.forget() }
    return try change { transaction in
      if lastModel.version == 0 { try create(namespace, transaction) }
      let result = try transaction.run(
        SQLFragment(
          "UPDATE martlet_store SET value = value + 1 WHERE key = 'version' RETURNING value,"
            + " txid_current()"
        )
      )
      // A separate statement, as the update may have waited for a writer that changed the models.
      let models = try transaction.number(
        SQLFragment("SELECT value FROM martlet_store WHERE key = 'models'")
      )
      transaction.number = result.references(1).first
      let version = result.references(0).first ?? 1
      if let basis, basis.number != version - 1 { throw StoreError.outdated }
      let known = lastModel
      let model =
        models == known.version
        ? known : try namespace.readModel(transaction.connection, path)
      return try body(transaction, model, StoreVersion(version))
    }
  }

  private func create(_ namespace: NativeNamespace, _ transaction: ServerTransaction) throws {
    let lock = "martlet \(namespace.name)".literalForSQL
    try transaction.execute("SELECT pg_advisory_xact_lock(hashtext(\(lock)))")
    // Another process may just have created it.
    if try transaction.hasTable("martlet_store") { return }
    let schemas = try transaction.number(
      SQLFragment(
        "SELECT count(*) FROM pg_namespace WHERE nspname = ",
        binding: .text(namespace.name)
      )
    )
    if schemas == 0 { try transaction.execute("CREATE SCHEMA \(namespace.name.quotedForSQL)") }
    try MartletTables.create(transaction)
    try transaction.execute(
      "INSERT INTO martlet_store VALUES ('version', 0), ('format', \(MartletTables.formatVersion))"
    )
  }
}

import Model
import SQLGeneration
import Storage
import Synchronization

extension PostgreSQLStore {
  /// A snapshot of a native store, whose version and models are read within its transaction.
  func nativeSnapshot(_ namespace: NativeNamespace) throws -> ServerSnapshot {
    let known = lastModel
    let (connection, version, models) = try beginReading(namespace, isCreated: known.version > 0)
    do {
      let model =
        models == known.version ? known : try namespace.readModel(connection, path)
      note(model)
      let snapshot = ServerSnapshot(
        model,
        connections,
        invalidValues,
        owning: connection,
        version: version
      )
      openSnapshots.add(snapshot)
      return snapshot
    } catch let failure as ServerFailure {
      throw failure.error(connections.address, "read")
    }
  }

  /// A connection in a transaction, the version of the records and that of the models. A connection
  /// that broke while nobody used it is replaced.
  private func beginReading(
    _ namespace: NativeNamespace,
    isCreated: Bool
  ) throws -> (ServerConnection, StoreVersion, models: Int64) {
    let store = namespace.qualified("martlet_store")
    let begin = ServerSnapshot.beginning
    let versions =
      "SELECT (SELECT value FROM \(store) WHERE key = 'version'),"
      + " (SELECT value FROM \(store) WHERE key = 'models')"
    do {
      return try connections.begin { connection throws(ServerFailure) in
        connection.note(onlyReads: true)
        if !isCreated {
          let found = try connection.run(
            script: begin + "SELECT to_regclass(\(store.literalForSQL)) IS NOT NULL"
          )
          guard found.last?.flag(0, 0) == true else { return (connection, StoreVersion(0), 0) }
          let result = try connection.run(script: versions).last
          return (connection, StoreVersion(result?.number(0, 0) ?? 0), result?.number(0, 1) ?? 0)
        }
        let result = try connection.run(script: begin + versions).last
        return (connection, StoreVersion(result?.number(0, 0) ?? 0), result?.number(0, 1) ?? 0)
      }
    } catch let failure as ServerFailure {
      throw failure.error(connections.address, "read")
    }
  }
}

extension ConnectionPool {
  /// Begins a transaction with a script. Connections that broke while they were idle are replaced.
  func begin<Result>(
    _ body: (ServerConnection) throws(ServerFailure) -> Result
  ) throws -> Result {
    for attempt in 0... {
      let connection = try take()
      do throws(ServerFailure) {
        return try body(connection)
      } catch {
        if error.isLost, attempt < 5 { continue }
        throw error
      }
    }
    throw StoreError.outdated
  }
}

/// The snapshots of a store whose transactions are open.
final class OpenSnapshots: Sendable {
  private struct Reference: @unchecked Sendable {
    weak var snapshot: ServerSnapshot?
  }

  private let references = Mutex<[Reference]>([])

  func add(_ snapshot: ServerSnapshot) {
    references.withLock { references in
      references.removeAll { $0.snapshot == nil }
      references.append(Reference(snapshot: snapshot))
    }
  }

  /// Ends all transactions: they keep tables from being replaced.
  func endAll() {
    let snapshots = references.withLock { references in
      defer { references = [] }
      return references.compactMap(\.snapshot)
    }
    for snapshot in snapshots { snapshot.end() }
  }
}

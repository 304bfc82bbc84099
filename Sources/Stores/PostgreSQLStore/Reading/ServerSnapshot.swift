import Columns
import Model
import SQLGeneration
import Storage
import Synchronization

/// A state of a database: a transaction with the lifetime of the snapshot.
///
/// If one number identifies the records of an entity, it is their reference. Other records are
/// numbered in identity order when references to them are first needed.
final class ServerSnapshot: StoreSnapshot, CountingSnapshot, KeyedSnapshot, IndexedSnapshot,
  LinkageSnapshot, PushdownSnapshot, RemoteSnapshot
{
  let version: StoreVersion
  let model: ServerModel
  let invalidValues: InvalidServerValues
  let connections: ConnectionPool
  private let connection: ServerConnection
  let state = Mutex(State())
  /// Whether the snapshot ends the transaction.
  private let ownsTransaction: Bool

  struct State {
    var cursorCount = 0
    var numberings: [String: KeyNumbering] = [:]
    /// The entities whose references are places in identity order.
    var placed: Set<String> = []
    var wholeColumns: [String: [ColumnSource: Column]] = [:]
    var isBroken = false
    /// The number of savepoints. The server exports no snapshot while there are any.
    var savepointCount = 0
    /// The least number of the records of entities that are scanned in parts.
    var firstNumbers: [String: Int64] = [:]
    /// The number of parts that are being copied.
    var copyCount = 0
  }

  init(
    _ model: ServerModel,
    _ connections: ConnectionPool,
    _ invalidValues: InvalidServerValues,
    _ versions: ForeignVersions
  ) throws {
    (self.model, self.connections, self.invalidValues) = (model, connections, invalidValues)
    ownsTransaction = true
    let (connection, version) = try Self.begin(connections, versions)
    (self.connection, self.version) = (connection, version)
  }

  /// A snapshot with a transaction that has begun.
  init(
    _ model: ServerModel,
    _ connections: ConnectionPool,
    _ invalidValues: InvalidServerValues,
    owning connection: ServerConnection,
    version: StoreVersion
  ) {
    (self.model, self.connections, self.invalidValues) = (model, connections, invalidValues)
    (self.connection, self.version) = (connection, version)
    ownsTransaction = true
  }

  /// A snapshot within a transaction that someone else ends.
  init(
    _ model: ServerModel,
    _ connections: ConnectionPool,
    _ invalidValues: InvalidServerValues,
    within connection: ServerConnection,
    version: StoreVersion
  ) {
    (self.model, self.connections, self.invalidValues) = (model, connections, invalidValues)
    (self.connection, self.version) = (connection, version)
    ownsTransaction = false
  }

  /// Begins a transaction. A connection that broke while nobody used it is replaced once.
  private static func begin(
    _ connections: ConnectionPool,
    _ versions: ForeignVersions
  ) throws -> (ServerConnection, StoreVersion) {
    let script =
      "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; " + ServerVersionQuery.text
    for attempt in 0..<6 {
      let connection = try connections.take()
      do throws(ServerFailure) {
        let results = try connection.run(script: script)
        guard let visible = results.last?.text(0, 1).flatMap(VisibleTransactions.init) else {
          return (connection, StoreVersion(results.last?.number(0, 0) ?? 0))
        }
        return (connection, versions.version(of: visible))
      } catch {
        if error.isLost, attempt < 5 { continue }
        throw error.error(connections.address, "read")
      }
    }
    throw StoreError.outdated
  }

  deinit {
    guard ownsTransaction, (try? connection.run(script: "ROLLBACK")) != nil else { return }
    connections.put(connection)
  }

  /// Ends the transaction, so that tables can be replaced. Later reads throw
  /// ``Storage/StoreError/outdated``.
  func end() {
    let isFirst = state.withLock { state in
      defer { state.isBroken = true }
      return !state.isBroken
    }
    if isFirst { _ = try? connection.run(script: "ROLLBACK") }
  }

  /// Runs a statement within the transaction.
  ///
  /// Throws ``Storage/UnsupportedPushdown`` if a calculation fails for a row; the transaction goes
  /// on.
  ///
  /// - Parameter continues: Whether the statement continues one that may fail.
  func run(_ sql: SQLFragment, continues: Bool = false) throws -> ServerResult {
    if state.withLock({ $0.isBroken }) { throw StoreError.outdated }
    do throws(ServerFailure) {
      if sql.mayFail, !continues {
        try connection.run(script: "SAVEPOINT martlet_try")
        state.withLock { $0.savepointCount += 1 }
      }
      return try connection.run(sql)
    } catch {
      if error.isOfCalculation, sql.mayFail || continues,
        (try? connection.run(script: "ROLLBACK TO martlet_try; RELEASE martlet_try")) != nil
      {
        state.withLock { $0.savepointCount -= 1 }
      }
      throw refusal(error)
    }
  }

  /// The error for readers.
  func refusal(_ failure: ServerFailure) -> any Error {
    if failure.isOfCalculation { return UnsupportedPushdown() }
    if failure.isOfChangedTables { connections.noteChangedTables() }
    return failure.error(connections.address, "read")
  }

  /// Reads the rows of a statement by COPY if a large table and the server allow it, else with a
  /// cursor.
  func reader(
    _ sql: SQLFragment,
    _ selection: ServerSelection,
    of entity: String,
    isWhole: Bool = false,
    permit: CopyPermit? = nil
  ) throws -> any BatchReader {
    if sql.bindings.isEmpty, let name = try exportedName(for: entity) {
      do {
        return try CopyReader(
          sql.text,
          selection,
          of: entity,
          self,
          sharedAs: name,
          isWhole: isWhole,
          permit: permit
        )
      } catch let failure as ServerFailure {
        guard failure.isUnknown || failure.isLost || failure.code == "53300" else {
          throw refusal(failure)
        }
        if failure.isUnknown { connections.noteThatSnapshotsAreNotShared() }
      } catch is StoreFileError {
        // No other connection is possible at the moment.
      }
    }
    return CursorReader(sql, selection, of: entity, self, isWhole: isWhole)
  }

  /// Whether another connection may read the records of an entity.
  func mayCopy(_ entity: String) -> Bool {
    // Changes that are not committed are visible to their own connection only.
    ownsTransaction && connections.mayCopy(entity) && state.withLock { $0.savepointCount == 0 }
  }

  /// The name under which other connections share this snapshot; nil if it is not worth it or not
  /// possible.
  private func exportedName(for entity: String) throws -> String? {
    guard mayCopy(entity) else { return nil }
    let table = try model.table(entity).mapping.qualifiedTable
    let large = "c.reltuples >= \(Self.fewestCopied) OR c.relkind = 'p'"
    let result = try run(
      "SELECT CASE WHEN \(large) THEN pg_export_snapshot() END FROM pg_class c"
        + " WHERE c.oid = to_regclass(" + .binding(.text(table)) + ")"
    )
    let name = result.rowCount == 1 ? result.text(0, 0) : nil
    if name == nil { connections.noteSmall(entity) }
    return name
  }

  /// The estimated number of records for which another connection is worth it.
  private static let fewestCopied = 50_000

  /// A new name for a cursor.
  func makeCursorName() -> String {
    state.withLock { state in
      state.cursorCount += 1
      return "martlet_\(state.cursorCount)"
    }
  }

  // MARK: - Whole columns

  /// The columns of all rows, in identity order, for rows without a key.
  func wholeColumns(_ sources: [ColumnSource], of entity: String) throws -> [Column] {
    let known = state.withLock { $0.wholeColumns[entity] ?? [:] }
    let missing = sources.filter { known[$0] == nil }
    var all = known
    if !missing.isEmpty {
      let table = try model.table(entity)
      let selection = try ServerSelection(missing, of: entity, as: "t", in: model)
      let result = try run(
        SQLFragment(
          "SELECT \(selection.list) FROM \(table.mapping.qualifiedTable) AS t"
            + " ORDER BY \(table.order(as: "t"))"
        )
      )
      for (source, column) in zip(missing, try selection.columns(result, self)) {
        all[source] = column
      }
      state.withLock { $0.wholeColumns[entity, default: [:]].merge(all) { $1 } }
    }
    return sources.compactMap { all[$0] }
  }
}

/// The number of transactions so far. It rises with every change of the server's databases.
enum ServerVersionQuery {
  static let text = "SELECT txid_snapshot_xmax(txid_current_snapshot()), txid_current_snapshot()"
}

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
  let connection: ServerConnection
  let state = Mutex(State())
  /// Whether the snapshot ends the transaction.
  let ownsTransaction: Bool
  /// The statement that limits how long others take, for its connections; empty without a limit.
  let limit = ServerSnapshot.currentLimit

  struct State {
    var cursorCount = 0
    var numberings: [String: KeyNumbering] = [:]
    /// The entities whose references are places in identity order.
    var placed: Set<String> = []
    var wholeColumns: [String: [ColumnSource: Column]] = [:]
    /// The views that were read at once, or are too large for that.
    var triedWhole: Set<String> = []
    var isBroken = false
    /// The number of savepoints. The server exports no snapshot while there are any.
    var savepointCount = 0
    /// The number of open cursors that need them.
    var failingCursorCount = 0
    /// The name under which other connections share the snapshot.
    var exportedName: String?
    /// The entities with enough records for this to be worth it.
    var large: Set<String> = []
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

  /// The statements that begin a transaction.
  static var beginning: String {
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; " + currentLimit
  }

  /// The statement that limits how long others take; empty without a limit.
  private static var currentLimit: String {
    guard let (seconds, rest) = ReadingLimit.current?.components else { return "" }
    let milliseconds = max(1, seconds * 1000 + rest / 1_000_000_000_000_000)
    return "SET LOCAL statement_timeout = \(milliseconds); "
  }

  /// Begins a transaction. A connection that broke while nobody used it is replaced once.
  private static func begin(
    _ connections: ConnectionPool,
    _ versions: ForeignVersions
  ) throws -> (ServerConnection, StoreVersion) {
    let script = Self.beginning + ServerVersionQuery.text
    for attempt in 0..<6 {
      let connection = try connections.take()
      connection.note(onlyReads: true)
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

  deinit { if ownsTransaction { connections.end(connection) } }

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
  /// The savepoint of a statement that succeeded remains until the next one, which saves a round
  /// trip.
  ///
  /// - Parameter continues: Whether the statement continues one that may fail.
  func run(_ sql: SQLFragment, continues: Bool = false) throws -> ServerResult {
    if state.withLock({ $0.isBroken }) { throw StoreError.outdated }
    do throws(ServerFailure) {
      if sql.mayFail, !continues {
        try connection.run(script: releasingSavepoints() + "SAVEPOINT martlet_try")
        state.withLock { $0.savepointCount += 1 }
      }
      return try connection.run(sql)
    } catch {
      if error.isOfCalculation, sql.mayFail || continues {
        if (try? connection.run(script: "ROLLBACK TO martlet_try; RELEASE martlet_try")) != nil {
          state.withLock { $0.savepointCount -= 1 }
        }
        throw UnsupportedPushdown()
      }
      throw refusal(error)
    }
  }

  /// The statements that release the savepoints that nobody needs any more.
  func releasingSavepoints() -> String {
    let count = state.withLock { state in
      if state.failingCursorCount > 0 { return 0 }
      defer { state.savepointCount = 0 }
      return state.savepointCount
    }
    return String(repeating: "RELEASE martlet_try; ", count: count)
  }

  private func releaseSavepoints() throws {
    let script = releasingSavepoints()
    if script.isEmpty { return }
    do throws(ServerFailure) { try connection.run(script: script) } catch { throw refusal(error) }
  }

  /// The error for readers.
  func refusal(_ failure: ServerFailure) -> any Error {
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
          mayFail: sql.mayFail,
          permit: permit
        )
      } catch let failure as ServerFailure {
        guard failure.isUnknown || failure.isLost || failure.code == "53300" else {
          throw sql.mayFail && failure.isOfCalculation
            ? UnsupportedPushdown() as any Error : refusal(failure)
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
    ownsTransaction && connections.mayCopy(entity)
      && state.withLock { $0.exportedName != nil || $0.failingCursorCount == 0 }
  }

  /// The name under which other connections share this snapshot; nil if it is not worth it or not
  /// possible.
  func exportedName(for entity: String) throws -> String? {
    guard mayCopy(entity) else { return nil }
    let (known, isLarge) = state.withLock { ($0.exportedName, $0.large.contains(entity)) }
    if let known, isLarge { return known }
    if known == nil { try releaseSavepoints() }
    let table = try model.table(entity).mapping.qualifiedTable
    let large = "c.reltuples >= \(Self.fewestCopied) OR c.relkind = 'p'"
    let export = known?.literalForSQL ?? "pg_export_snapshot()"
    let result = try run(
      "SELECT CASE WHEN \(large) THEN \(export) END FROM pg_class c"
        + " WHERE c.oid = to_regclass(" + .binding(.text(table)) + ")"
    )
    let name = result.rowCount == 1 ? result.text(0, 0) : nil
    guard let name else {
      connections.noteSmall(entity)
      return nil
    }
    state.withLock { state in
      state.exportedName = state.exportedName ?? name
      state.large.insert(entity)
    }
    return name
  }

  /// The estimated number of records for which another connection is worth it.
  static let fewestCopied = 50_000

  /// A new name for a cursor.
  func makeCursorName() -> String {
    state.withLock { state in
      state.cursorCount += 1
      return "martlet_\(state.cursorCount)"
    }
  }

  /// What the catalogue says about the columns of a table.
  func facts(of table: ServerModel.Table) throws -> [String: ColumnFacts.Fact] {
    do throws(ServerFailure) {
      return try model.facts.columns(of: table.mapping.qualifiedTable, connection)
    } catch {
      throw refusal(error)
    }
  }
}

/// The number of transactions so far. It rises with every change of the server's databases.
enum ServerVersionQuery {
  static let text = "SELECT txid_snapshot_xmax(txid_current_snapshot()), txid_current_snapshot()"
}

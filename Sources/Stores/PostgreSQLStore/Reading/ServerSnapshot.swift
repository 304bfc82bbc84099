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
  LinkageSnapshot, PushdownSnapshot
{
  let version: StoreVersion
  let model: ServerModel
  let invalidValues: InvalidServerValues
  let connections: ConnectionPool
  private let connection: ServerConnection
  private let state = Mutex(State())
  /// Whether the snapshot ends the transaction.
  private let ownsTransaction: Bool

  private struct State {
    var cursorCount = 0
    var numberings: [String: KeyNumbering] = [:]
    var wholeColumns: [String: [ColumnSource: Column]] = [:]
    var isBroken = false
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
        if error.code.isEmpty, attempt < 5 { continue }
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
  func run(_ sql: SQLFragment) throws -> ServerResult {
    if state.withLock({ $0.isBroken }) { throw StoreError.outdated }
    do throws(ServerFailure) {
      return try connection.run(sql)
    } catch {
      throw error.error(connections.address, "read")
    }
  }

  /// Reads the rows of a statement by COPY if a large table and the server allow it, else with a
  /// cursor.
  func reader(
    _ sql: SQLFragment,
    _ selection: ServerSelection,
    of entity: String,
    isWhole: Bool = false
  ) throws -> any BatchReader {
    if sql.bindings.isEmpty, let name = try exportedName(for: entity) {
      do {
        return try CopyReader(
          sql.text,
          selection,
          of: entity,
          self,
          sharedAs: name,
          isWhole: isWhole
        )
      } catch is StoreFileError {
        connections.noteThatSnapshotsAreNotShared()
      }
    }
    return CursorReader(sql, selection, of: entity, self, isWhole: isWhole)
  }

  /// The name under which other connections share this snapshot; nil if it is not worth it or not
  /// possible.
  private func exportedName(for entity: String) throws -> String? {
    // Changes that are not committed are visible to their own connection only.
    guard ownsTransaction, connections.mayCopy(entity) else { return nil }
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

  // MARK: - References

  /// The numbering of records that are identified by several or other values.
  func numbering(of entity: String) throws -> KeyNumbering {
    if let known = state.withLock({ $0.numberings[entity] }) { return known }
    let table = try model.table(entity)
    let selection = try ServerSelection([], of: entity, as: "t", in: model)
    let result = try run(
      SQLFragment(
        "SELECT \(selection.list) FROM \(table.mapping.qualifiedTable) AS t"
          + " ORDER BY \(table.order(as: "t"))"
      )
    )
    let numbering = KeyNumbering(
      try keyColumns(result, 0..<table.key.count, table),
      count: result.rowCount
    )
    state.withLock { $0.numberings[entity] = numbering }
    return numbering
  }

  private func keyColumns(
    _ result: some ServerRows,
    _ places: Range<Int>,
    _ table: ServerModel.Table
  ) throws -> [Column] {
    var invalid = 0
    return try zip(places, table.key).map { place, key in
      guard let column = result.column(place, key.type, &invalid) else {
        throw StoreError.typeMismatch(entity: table.mapping.entity, property: key.name)
      }
      return column
    }
  }

  /// The references to records of `entity` whose keys are in the columns at `places`.
  func references(
    _ result: some ServerRows,
    _ places: Range<Int>,
    to entity: String
  ) throws -> [Int64] {
    let table = try model.table(entity)
    if table.numberColumn != nil { return result.references(places.lowerBound) }
    let columns = try keyColumns(result, places, table)
    return try numbering(of: entity).references(columns, count: result.rowCount)
  }

  func recordIDs(of entity: String, at references: [Int64]) throws -> [RecordID] {
    let table = try model.table(entity)
    if table.numberColumn != nil {
      return references.map { RecordID(entity: entity, key: .number($0)) }
    }
    // Rows without a key are numbered from 1.
    if table.key.isEmpty {
      return references.map { RecordID(entity: entity, key: .number($0 + 1)) }
    }
    let numbering = try numbering(of: entity)
    return try references.map { reference in
      guard let key = numbering.key(at: reference) else { throw StoreError.outdated }
      return RecordID(entity: entity, key: key)
    }
  }

  func reference(to id: RecordID) throws -> Int64? {
    let reference = try findReferences(to: .list([id.key]), of: id.entity)[0]
    return reference == Column.nullReference ? nil : reference
  }

  func findReferences(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    let table = try model.table(entity)
    guard let column = table.numberColumn else {
      if table.key.isEmpty {
        let count = Int64(try count(of: entity))
        return keys.all.map { key in
          guard case .number(let number) = key, (1...max(count, 1)).contains(number), count > 0
          else { return Column.nullReference }
          return number - 1
        }
      }
      let numbering = try numbering(of: entity)
      return keys.all.map { numbering.reference(to: $0) ?? Column.nullReference }
    }
    let numbers = keys.all.map { key -> Int64? in
      if case .number(let number) = key { number } else { nil }
    }
    let name = "t.\(column.quotedForSQL)"
    let array = ServerArray.text(numbers.compactMap { $0 }.map(String.init))
    let result = try run(
      "SELECT \(name) FROM \(table.mapping.qualifiedTable) AS t WHERE \(name) = ANY("
        + .binding(.typed(array, type: "int8[]")) + ")"
    )
    let found = Set(result.references(0))
    return numbers.map {
      $0.map { found.contains($0) ? $0 : Column.nullReference }
        ?? Column.nullReference
    }
  }

  func findUnusedReferences(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    let isNumbered = try model.table(entity).numberColumn != nil
    return keys.all.map { key in
      if isNumbered, case .number(let number) = key { number } else { Column.nullReference }
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

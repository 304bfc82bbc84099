import Columns
import Model
import SQLGeneration
import Storage

/// Reads the rows of a statement without parameters by COPY, on its own connection, which shares
/// the snapshot.
///
/// This saves the round trips of a cursor and most of libpq's work for each cell.
final class CopyReader: BatchReader {
  private let connection: ServerConnection
  private let connections: ConnectionPool
  private let snapshot: ServerSnapshot
  private let selection: ServerSelection
  private let entity: String
  /// Whether the statement returns all records in identity order.
  private let isWhole: Bool
  /// Whether a calculation in the statement can fail for a row.
  private let mayFail: Bool
  private let receiver: RowReceiver
  private var permit: CopyPermit?
  private var isDone = false
  private var rowCount: Int64 = 0

  /// Throws a `ServerFailure` if the server refuses, and `StoreFileError` without a connection.
  ///
  /// - Parameters:
  ///   - name: The name under which the snapshot was exported.
  ///   - permit: Released after the last row.
  init(
    _ sql: String,
    _ selection: ServerSelection,
    of entity: String,
    _ snapshot: ServerSnapshot,
    sharedAs name: String,
    isWhole: Bool,
    mayFail: Bool,
    permit: CopyPermit? = nil
  ) throws {
    self.permit = permit
    (self.snapshot, self.selection, self.entity) = (snapshot, selection, entity)
    connections = snapshot.connections
    self.mayFail = mayFail
    self.isWhole = isWhole && snapshot.usesPlaces(entity)
    connection = try connections.begin { connection throws(ServerFailure) in
      connection.note(onlyReads: true)
      try connection.run(
        script: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; "
          + "SET TRANSACTION SNAPSHOT \(name.literalForSQL); " + snapshot.limit
          + "COPY (\(sql)) TO STDOUT (FORMAT binary)"
      )
      return connection
    }
    receiver = RowReceiver(connection)
    receiver.start()
  }

  deinit { receiver.stop() }

  /// The next batch; nil after the last. The connection of a reader that is dropped earlier is
  /// closed.
  func next() throws -> Batch? {
    guard !isDone, let rows = try receive() else { return nil }
    let references: [Int64]
    if isWhole, try snapshot.model.table(entity).numberColumn == nil {
      references = Array(rowCount..<rowCount + Int64(rows.rowCount))
    } else {
      references = try snapshot.references(rows, 0..<selection.keyCount, to: entity)
    }
    rowCount += Int64(rows.rowCount)
    return Batch(
      start: 0,
      count: rows.rowCount,
      references: references,
      columns: try selection.columns(rows, snapshot)
    )
  }

  private func receive() throws -> CopiedRows? {
    do throws(ServerFailure) {
      if let rows = try receiver.next() { return rows }
      isDone = true
      try connection.run(script: "ROLLBACK")
      connections.put(connection)
      permit = nil
      return nil
    } catch {
      isDone = true
      throw mayFail && error.isOfCalculation
        ? UnsupportedPushdown() as any Error : snapshot.refusal(error)
    }
  }
}

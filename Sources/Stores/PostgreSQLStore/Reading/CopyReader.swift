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
  private var hasMore = true
  private var rowCount: Int64 = 0

  private static let batchSize = 16_384

  /// Throws a `ServerFailure` if the server refuses, and `StoreFileError` without a connection.
  ///
  /// - Parameter name: The name under which the snapshot was exported.
  init(
    _ sql: String,
    _ selection: ServerSelection,
    of entity: String,
    _ snapshot: ServerSnapshot,
    sharedAs name: String,
    isWhole: Bool
  ) throws {
    (self.snapshot, self.selection, self.entity) = (snapshot, selection, entity)
    connections = snapshot.connections
    self.isWhole = isWhole && snapshot.usesPlaces(entity)
    connection = try connections.begin { connection throws(ServerFailure) in
      try connection.run(
        script: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; "
          + "SET TRANSACTION SNAPSHOT \(name.literalForSQL); "
          + "COPY (\(sql)) TO STDOUT (FORMAT binary)"
      )
      return connection
    }
  }

  /// The next batch; nil after the last. A reader that is dropped earlier closes its connection.
  func next() throws -> Batch? {
    guard hasMore else { return nil }
    let rows = CopiedRows()
    do throws(ServerFailure) {
      hasMore = try connection.receive(rows, most: Self.batchSize)
      if !hasMore {
        try connection.run(script: "ROLLBACK")
        connections.put(connection)
      }
    } catch {
      throw snapshot.refusal(error)
    }
    if rows.rowCount == 0 { return nil }
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
}

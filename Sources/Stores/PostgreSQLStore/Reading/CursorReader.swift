import Columns
import Model
import SQLGeneration
import Storage
import Synchronization

/// Reads the rows of a statement in batches.
///
/// A cursor on the server has the rest, so that other statements can run in between.
final class CursorReader: BatchReader {
  private let snapshot: ServerSnapshot
  private let selection: ServerSelection
  private let entity: String
  private let sql: SQLFragment
  private let name: String
  /// Whether the statement returns all records in identity order.
  private let isWhole: Bool
  /// Whether there are so few rows that a cursor is not worth its round trips.
  private let areFew: Bool
  private var state = State.new
  private var rowCount: Int64 = 0

  private enum State {
    case new
    case open
    case done
  }

  /// So few rows need no cursor.
  static let few = 1024
  /// The rows of the first batch, and of later ones.
  private static let (first, later) = (1024, 16_384)

  init(
    _ sql: SQLFragment,
    _ selection: ServerSelection,
    of entity: String,
    _ snapshot: ServerSnapshot,
    isWhole: Bool = false,
    areFew: Bool = false
  ) {
    (self.sql, self.selection, self.entity, self.areFew) = (sql, selection, entity, areFew)
    self.snapshot = snapshot
    self.isWhole = isWhole && snapshot.usesPlaces(entity)
    name = snapshot.makeCursorName()
  }

  deinit { close() }

  private func close() {
    if state == .open {
      // After a cancellation, the cursor remains until the end of the transaction.
      if snapshot.connections.cancellation?.isCancelled != true {
        _ = try? snapshot.run(SQLFragment("CLOSE \(name)"))
      }
      noteEnd()
    }
    state = .done
  }

  /// Its savepoint is not needed any more.
  private func noteEnd() {
    if sql.mayFail { snapshot.state.withLock { $0.failingCursorCount -= 1 } }
  }

  /// The next batch; nil after the last.
  func next() throws -> Batch? {
    if state == .done { return nil }
    if areFew {
      state = .done
      return try batch(try snapshot.run(sql))
    }
    if state == .new {
      _ = try snapshot.run("DECLARE \(name) NO SCROLL CURSOR FOR " + sql)
      state = .open
      if sql.mayFail { snapshot.state.withLock { $0.failingCursorCount += 1 } }
    }
    let size = rowCount == 0 ? Self.first : Self.later
    let result: ServerResult
    do {
      result = try snapshot.run(
        SQLFragment("FETCH \(size) FROM \(name)"),
        continues: sql.mayFail
      )
    } catch {
      // The cursor is gone.
      state = .done
      noteEnd()
      throw error
    }
    if result.rowCount < size { close() }
    return try batch(result)
  }

  private func batch(_ result: ServerResult) throws -> Batch? {
    if result.rowCount == 0 { return nil }
    let table = try snapshot.model.table(entity)
    let references: [Int64]
    if isWhole, table.numberColumn == nil {
      references = Array(rowCount..<rowCount + Int64(result.rowCount))
    } else {
      references = try snapshot.references(result, 0..<selection.keyCount, to: entity)
    }
    rowCount += Int64(result.rowCount)
    return Batch(
      start: 0,
      count: result.rowCount,
      references: references,
      columns: try selection.columns(result, snapshot)
    )
  }
}

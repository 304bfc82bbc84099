import Columns
import Model
import SQLGeneration
import Storage

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
  private var state = State.new
  private var rowCount: Int64 = 0

  private enum State {
    case new
    case open
    case done
  }

  /// The rows of the first batch, and of later ones.
  private static let (first, later) = (1024, 16_384)

  init(
    _ sql: SQLFragment,
    _ selection: ServerSelection,
    of entity: String,
    _ snapshot: ServerSnapshot,
    isWhole: Bool = false
  ) {
    (self.sql, self.selection, self.entity) = (sql, selection, entity)
    (self.snapshot, self.isWhole) = (snapshot, isWhole)
    name = snapshot.makeCursorName()
  }

  deinit { close() }

  private func close() {
    if state == .open { _ = try? snapshot.run(SQLFragment("CLOSE \(name)")) }
    state = .done
  }

  /// The next batch; nil after the last.
  func next() throws -> Batch? {
    if state == .done { return nil }
    if state == .new {
      _ = try snapshot.run("DECLARE \(name) NO SCROLL CURSOR FOR " + sql)
      state = .open
    }
    let size = rowCount == 0 ? Self.first : Self.later
    let result = try snapshot.run(SQLFragment("FETCH \(size) FROM \(name)"))
    if result.rowCount < size { close() }
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

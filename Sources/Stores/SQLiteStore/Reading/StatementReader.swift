import Columns
import GRDB
import Storage

/// Reads the rows of a statement in batches; the first column is the row number.
final class StatementReader: BatchReader {
  /// Small, since the first rows may be enough.
  private static let batchSize = 2048

  private let snapshot: FileSnapshot
  private let list: SelectList
  private let decoders: [any ColumnDecoder]
  private var statement: Statement?

  /// - Parameter list: The columns after the row number.
  init(
    _ sql: String,
    _ list: SelectList,
    _ snapshot: FileSnapshot,
    arguments: StatementArguments = []
  ) throws {
    self.snapshot = snapshot
    self.list = list
    decoders = list.makeDecoders()
    statement = try snapshot.connection.perform { db in
      // Not cached, since the same SQL may run twice at a time.
      let statement = try db.makeStatement(sql: sql)
      try statement.setArguments(arguments)
      return statement
    }
  }

  deinit {
    // A statement must be released in its connection's turn.
    _ = try? snapshot.connection.perform { _ in statement = nil }
  }

  func next() throws -> Batch? {
    guard let statement else { return nil }
    return try snapshot.connection.perform { db -> Batch? in
      let references = try read(statement, db)
      if references.count < Self.batchSize { self.statement = nil }
      if references.isEmpty { return nil }
      return Batch(
        start: 0,
        count: references.count,
        references: references,
        columns: list.takeColumns(of: decoders, noting: snapshot.invalidValueLog)
      )
    }
  }

  private func read(_ statement: Statement, _ db: Database) throws -> [Int64] {
    var references: [Int64] = []
    references.reserveCapacity(Self.batchSize)
    let row = statement.sqliteStatement
    while references.count < Self.batchSize, try statement.step(db) {
      references.append(statement.number(0))
      for place in decoders.indices { decoders[place].append(row, Int32(place + 1)) }
    }
    return references
  }
}

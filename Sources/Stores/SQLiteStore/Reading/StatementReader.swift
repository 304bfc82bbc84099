import Columns
import GRDB
import Storage

/// Steps through the rows of a statement, whose first column is the row's number, in batches.
final class StatementReader: BatchReader {
  /// Rows cost more than batches here, and who wants few waits for few.
  private static let batchSize = 2048

  private let snapshot: FileSnapshot
  private let list: SelectList
  private let decoders: [any ColumnDecoder]
  private var statement: Statement?

  /// - Parameter list: What the statement selects behind the row's number.
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
      // One of its own: the same text may be read twice at a time.
      let statement = try db.makeStatement(sql: sql)
      try statement.setArguments(arguments)
      return statement
    }
  }

  deinit {
    // A statement belongs to its connection's turn until it is gone.
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
        columns: list.takeColumns(of: decoders, noting: snapshot.misfits)
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

import GRDB
import Model
import SQLGeneration
import Storage

extension FileSnapshot {
  func findInvalidValues(of entity: String, in path: AttributePath) throws -> [InvalidValue] {
    let table = try model.table(entity)
    guard let mapping = table.mapping.fields[path], let place = table.layout.place(of: path) else {
      throw StoreError.unknownProperty(entity: entity, property: path.description)
    }
    if mapping.isTrusted { return [] }
    let type = table.layout.fields[place].type
    guard let decoder = makeColumnDecoder(mapping.codec, type) else { return [] }
    let rows = try rows(of: entity)
    let column = "t.\(mapping.name.quotedForSQL)"
    let found = try connection.perform { db in
      let statement = try db.cachedStatement(
        sql: "SELECT \(rows.number), \(column) FROM \(rows.source) AS t"
          + rows.whereClause(and: ["\(column) IS NOT NULL"]) + " ORDER BY \(rows.number)"
      )
      return try invalidCells(statement, decoder, db)
    }
    let owners = try recordIDs(of: entity, at: found.map(\.row))
    return zip(owners, found).map { InvalidValue(owner: $0.key, text: $1.text, isRead: $1.isRead) }
  }

  private func invalidCells(
    _ statement: Statement,
    _ decoder: any ColumnDecoder,
    _ db: Database
  ) throws -> [(row: Int64, text: String, isRead: Bool)] {
    defer { statement.reset() }
    var found: [(row: Int64, text: String, isRead: Bool)] = []
    var (invalid, repaired) = (decoder.invalidValueCount, decoder.repairedCount)
    var read = 0
    while try statement.step(db) {
      decoder.append(statement.sqliteStatement, 1)
      read += 1
      if read.isMultiple(of: 4096) { _ = decoder.takeColumn() }
      let isRead = decoder.invalidValueCount == invalid
      guard !isRead || decoder.repairedCount > repaired else { continue }
      (invalid, repaired) = (decoder.invalidValueCount, decoder.repairedCount)
      let cell = SQLiteCell(row: statement.sqliteStatement, place: 1)
      found.append((statement.number(0), cell.literal, isRead))
    }
    return found
  }
}

extension SQLiteCell {
  /// The value as an SQL literal; only the start of long ones.
  fileprivate var literal: String {
    if let integer { return "\(integer)" }
    if let double { return "\(double)" }
    if let text { return "'\(text.prefix(60))'" }
    let count = byteCount
    return "a BLOB of \(count) \(count == 1 ? "byte" : "bytes")"
  }
}

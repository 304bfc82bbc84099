import Foundation
import GRDB

extension PlainUser: FetchableRecord, PersistableRecord {
  static let databaseTableName = "user"
}

/// The same work with GRDB's records in a SQLite file.
struct Peer {
  let queue: DatabaseQueue

  init(_ path: String) throws {
    queue = try DatabaseQueue(path: path)
    try queue.write { database in
      try database.create(table: "user") { table in
        table.column("code", .integer).notNull().unique()
        table.column("firstName", .text).notNull()
        table.column("surname", .text).notNull()
        table.column("age", .integer).notNull()
        table.column("balance", .double).notNull()
      }
    }
  }

  func insert(_ users: [PlainUser]) throws {
    try queue.write { database in for user in users { try user.insert(database) } }
  }

  func fetchAll() throws -> Int {
    try queue.read { try PlainUser.fetchAll($0) }.reduce(0) { $0 + $1.age }
  }

  func count() throws -> Int {
    try queue.read { database in
      try PlainUser.filter(Column("age") > 50 && Column("firstName") == "Jane").fetchCount(database)
    }
  }
}

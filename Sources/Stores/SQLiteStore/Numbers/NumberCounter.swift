import GRDB

/// A counter in a native store.
enum NumberCounter: Hashable {
  case entity(String)
  case positions

  /// The entity for errors; empty for positions.
  var entity: String { if case .entity(let name) = self { name } else { "" } }

  /// The next number.
  func next(_ db: Database) throws -> Int64 {
    switch self {
    case .entity(let name):
      max(1, try db.number("SELECT next FROM martlet_numbers WHERE entity = ?", [name]))
    case .positions:
      max(1, try db.number("SELECT value FROM martlet_store WHERE key = 'next position'"))
    }
  }

  /// Makes sure that the next number is at least `number`.
  func raise(to number: Int64, _ db: Database) throws {
    switch self {
    case .entity(let name):
      try db.execute(
        sql: """
          INSERT INTO martlet_numbers VALUES (?, ?)
          ON CONFLICT (entity) DO UPDATE SET next = max(next, excluded.next)
          """,
        arguments: [name, number]
      )
    case .positions:
      try db.execute(
        sql: "UPDATE martlet_store SET value = max(value, ?) WHERE key = 'next position'",
        arguments: [number]
      )
    }
  }

  /// Sets the next number.
  func set(to number: Int64, _ db: Database) throws {
    switch self {
    case .entity(let name):
      try db.execute(
        sql: "UPDATE martlet_numbers SET next = ? WHERE entity = ?",
        arguments: [number, name]
      )
    case .positions:
      try db.execute(
        sql: "UPDATE martlet_store SET value = ? WHERE key = 'next position'",
        arguments: [number]
      )
    }
  }
}

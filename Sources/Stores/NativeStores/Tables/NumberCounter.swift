package import SQLGeneration
import Storage

/// A counter in a native store.
package enum NumberCounter: Hashable, Sendable {
  case entity(String)
  case positions

  /// The entity for errors; empty for positions.
  package var entity: String { if case .entity(let name) = self { name } else { "" } }

  /// The next number.
  package func next(_ db: some NativeDatabase) throws -> Int64 {
    switch self {
    case .entity(let name):
      max(
        1,
        try db.number(
          SQLFragment("SELECT next FROM martlet_numbers WHERE entity = ", binding: .text(name))
        )
      )
    case .positions:
      max(1, try db.number("SELECT value FROM martlet_store WHERE key = 'next position'"))
    }
  }

  /// The next number: greater than all reserved ones, and than those of all records.
  package func next(in model: some MappedModel, _ db: some NativeDatabase) throws -> Int64 {
    guard case .entity(let name) = self else { return try next(db) }
    return try next(try model.table(name).mapping, db)
  }

  /// The next number: greater than all reserved ones, and than those of all records.
  ///
  /// - Parameter table: The table of the records; other programs may have added some.
  package func next(_ table: EntityMapping?, _ db: some NativeDatabase) throws -> Int64 {
    let next = try next(db)
    guard let table else { return next }
    let last = try db.number(
      "SELECT max(\(table.rowNumber.quotedForSQL)) FROM \(table.table.quotedForSQL)"
    )
    guard last < .max else { throw StoreError.full(entity: table.entity) }
    return max(next, last + 1)
  }

  /// Makes sure that the next number is at least `number`.
  package func raise(to number: Int64, _ db: some NativeDatabase) throws {
    let most = db.dialect == .sqlite ? "max" : "greatest"
    switch self {
    case .entity(let name):
      try db.execute(
        SQLFragment(
          "INSERT INTO martlet_numbers VALUES (",
          ", ",
          ") ON CONFLICT (entity) DO UPDATE SET"
            + " next = \(most)(martlet_numbers.next, excluded.next)",
          binding: .text(name),
          .integer(number)
        )
      )
    case .positions:
      try db.execute(
        SQLFragment(
          "UPDATE martlet_store SET value = \(most)(value, ",
          ") WHERE key = 'next position'",
          binding: .integer(number)
        )
      )
    }
  }

  /// Sets the next number.
  package func set(to number: Int64, _ db: some NativeDatabase) throws {
    switch self {
    case .entity(let name):
      try db.execute(
        SQLFragment(
          "UPDATE martlet_numbers SET next = ",
          " WHERE entity = ",
          binding: .integer(number),
          .text(name)
        )
      )
    case .positions:
      try db.execute(
        SQLFragment(
          "UPDATE martlet_store SET value = ",
          " WHERE key = 'next position'",
          binding: .integer(number)
        )
      )
    }
  }
}

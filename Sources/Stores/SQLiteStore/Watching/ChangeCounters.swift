import GRDB

/// How often the records of each entity were changed, in files of our own: rows of `martlet_store` whose keys
/// are `changes of Budget`.
enum ChangeCounters {
  private static let prefix = "changes of "

  /// Counts a change of these entities, within the transaction that makes it.
  static func raise(_ entities: Set<String>, _ db: Database) throws {
    guard !entities.isEmpty else { return }
    // A number that others have written there is made one that can be raised.
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO martlet_store VALUES (?, 1)
        ON CONFLICT (key) DO UPDATE SET value = (value & 4611686018427387903) + 1
        """
    )
    for entity in entities { try statement.execute(arguments: [prefix + entity]) }
  }

  /// The entity that a row of `martlet_store` counts the changes of; nil for other rows.
  static func entity(of key: String) -> String? {
    key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : nil
  }
}

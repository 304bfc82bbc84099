import GRDB

/// The number of changes of each entity's records in native stores: rows of `martlet_store` with
/// keys such as `changes of Budget`.
enum ChangeCounters {
  private static let prefix = "changes of "

  /// Counts a change of these entities, within its transaction.
  static func raise(_ entities: Set<String>, _ db: Database) throws {
    guard !entities.isEmpty else { return }
    // Masks numbers that other programs may have written, so that they can be increased.
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO martlet_store VALUES (?, 1)
        ON CONFLICT (key) DO UPDATE SET value = (value & 4611686018427387903) + 1
        """
    )
    for entity in entities { try statement.execute(arguments: [prefix + entity]) }
  }

  /// The entity whose changes a row of `martlet_store` counts; nil for other rows.
  static func entity(of key: String) -> String? {
    key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : nil
  }
}

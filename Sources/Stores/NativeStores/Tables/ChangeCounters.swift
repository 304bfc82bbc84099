import SQLGeneration

/// The number of changes of each entity's records in native stores: rows of `martlet_store` with
/// keys such as `changes of Budget`.
package enum ChangeCounters {
  private static let prefix = "changes of "

  /// Counts a change of these entities, within its transaction.
  package static func raise(_ entities: Set<String>, _ db: some NativeDatabase) throws {
    // Masks numbers that other programs may have written, so that they can be increased.
    for entity in entities.sorted() {
      try db.execute(
        SQLFragment(
          "INSERT INTO martlet_store VALUES (",
          ", 1) ON CONFLICT (key) DO UPDATE"
            + " SET value = (martlet_store.value & 4611686018427387903) + 1",
          binding: .text(prefix + entity)
        )
      )
    }
  }

  /// The entity whose changes a row of `martlet_store` counts; nil for other rows.
  package static func entity(of key: String) -> String? {
    key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : nil
  }
}

import GRDB
import Model

/// Renames entities in the tables of numbers and of the history.
struct EntityRename {
  let names: [String: String]
  let db: Database

  func write() throws {
    let hasHistory = try HistoryTables(db: db).size() != nil
    for (old, new) in names {
      try db.execute(
        sql: "UPDATE OR REPLACE martlet_numbers SET entity = ? WHERE entity = ?",
        arguments: [new, old]
      )
      if hasHistory { try writeHistory(old, new) }
    }
  }

  /// Renames entities in the history, where records are identities: `{"record":"User#1"}` among the
  /// values, `"User#1"` as the last of three strings among the links. Quotation marks within
  /// strings are escaped, so neither occurs in one.
  private func writeHistory(_ old: String, _ new: String) throws {
    try db.execute(
      sql: "UPDATE martlet_changes SET entity = ? WHERE entity = ?",
      arguments: [new, old]
    )
    let (before, after) = (Self.start(old), Self.start(new))
    try db.execute(
      sql: """
        UPDATE martlet_changes SET fields = replace(fields, ?, ?) WHERE instr(fields, ?) > 0
        """,
      arguments: ["{\"record\":\"" + before, "{\"record\":\"" + after, "{\"record\":\"" + before]
    )
    try db.execute(
      sql: "UPDATE martlet_changes SET links = replace(links, ?, ?) WHERE instr(links, ?) > 0",
      arguments: [",\"" + before, ",\"" + after, ",\"" + before]
    )
  }

  /// The beginning of the identities of an entity's records, escaped for JSON.
  private static func start(_ entity: String) -> String {
    let identity = RecordID(entity: entity, key: .number(0)).description.dropLast()
    return String(identity).replacing(scalar: "\\", with: "\\\\")
      .replacing(scalar: "\"", with: "\\\"")
  }
}

import Model
import SQLGeneration

/// Renames entities in the tables of numbers and of the history.
struct EntityRename<Database: NativeDatabase> {
  let names: [String: String]
  let db: Database

  func write() throws {
    let hasHistory = try HistoryTables(db: db).size() != nil
    for (old, new) in names {
      try db.execute(
        SQLFragment(
          "DELETE FROM martlet_numbers WHERE entity = ",
          " AND EXISTS (SELECT 1 FROM martlet_numbers AS o WHERE o.entity = ",
          ")",
          binding: .text(new),
          .text(old)
        )
      )
      try db.execute(
        SQLFragment(
          "UPDATE martlet_numbers SET entity = ",
          " WHERE entity = ",
          binding: .text(new),
          .text(old)
        )
      )
      if hasHistory { try writeHistory(old, new) }
    }
  }

  /// Renames entities in the history, where records are identities: `{"record":"User#1"}` among the
  /// values, `"User#1"` as the last of three strings among the links. Quotation marks within
  /// strings are escaped, so neither occurs in one.
  private func writeHistory(_ old: String, _ new: String) throws {
    try db.execute(
      SQLFragment(
        "UPDATE martlet_changes SET entity = ",
        " WHERE entity = ",
        binding: .text(new),
        .text(old)
      )
    )
    let (before, after) = (Self.start(old), Self.start(new))
    try replace("{\"record\":\"" + before, by: "{\"record\":\"" + after, in: "fields")
    try replace(",\"" + before, by: ",\"" + after, in: "links")
    // The models of inserted and deleted records; updates never change them.
    let kind = HistoryEncoder.name(of: AttributePath([Schema.kindAttribute])) + ":"
    try replace(kind + HistoryEncoder.name(old), by: kind + HistoryEncoder.name(new), in: "fields")
  }

  private func replace(_ before: String, by after: String, in column: String) throws {
    let position = db.dialect == .sqlite ? "instr" : "strpos"
    try db.execute(
      SQLFragment(
        "UPDATE martlet_changes SET \(column) = replace(\(column), ",
        ", ",
        ") WHERE \(position)(\(column), ",
        ") > 0",
        binding: .text(before),
        .text(after),
        .text(before)
      )
    )
  }

  /// The beginning of the identities of an entity's records, escaped for JSON.
  private static func start(_ entity: String) -> String {
    let identity = RecordID(entity: entity, key: .number(0)).description.dropLast()
    return String(HistoryEncoder.name(String(identity)).dropFirst().dropLast())
  }
}

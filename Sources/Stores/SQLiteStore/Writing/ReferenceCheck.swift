import GRDB
import Model
import SQLGeneration
import Storage

/// Finds an invalid foreign key by SQLite's own check.
struct ReferenceCheck {
  let model: FileModel
  let db: Database

  /// Throws if there is an invalid foreign key.
  func check() throws {
    guard let row = try Row.fetchOne(db, sql: "PRAGMA foreign_key_check"),
      let table = row["table"] as String?
    else { return }
    let key = row["fkid"] as Int64? ?? 0
    let column = try Row.fetchAll(db, sql: "PRAGMA foreign_key_list(\(table.quotedForSQL))")
      .first { $0["id"] as Int64? == key }.flatMap { $0["from"] as String? }
    throw error(table, column ?? "")
  }

  private func error(_ table: String, _ column: String) -> StoreError {
    for (entity, mapping) in model.mapping.entities.sorted(by: { $0.key < $1.key }) {
      if mapping.table == table,
        let name = mapping.toOnes.first(where: { $0.value.columns.contains(column) })?.key
      {
        return .danglingLink(entity: entity, relationship: name)
      }
      for (name, toMany) in mapping.toManys.sorted(by: { $0.key < $1.key }) {
        if case .joinTable(let join) = toMany, join.table == table {
          return .danglingLink(entity: entity, relationship: name)
        }
      }
    }
    return .danglingLink(entity: table, relationship: column)
  }
}

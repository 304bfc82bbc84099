import Model
import SQLGeneration
import Storage

/// Renames properties in the history of a native store.
///
/// A name with a colon after it is only a name: quotation marks within strings are escaped, and the
/// names of types follow a brace within the text.
struct HistoryRename<Database: NativeDatabase> {
  let renames: PropertyRenames
  let db: Database

  func write() throws {
    guard !renames.paths.isEmpty, try HistoryTables(db: db).size() != nil else { return }
    let words = try hasMerges() ? RecordChange.NoteWord.allCases : []
    for (entity, paths) in renames.paths.sorted(by: { $0.key < $1.key }) {
      for (old, new) in paths.sorted(by: { $0.key.description < $1.key.description }) {
        try renameField(HistoryEncoder.name(of: old), HistoryEncoder.name(of: new), entity)
        try renameField(
          HistoryEncoder.name(ofPosition: old),
          HistoryEncoder.name(ofPosition: new),
          entity
        )
        for word in words {
          try renameField(
            HistoryEncoder.name(ofPosition: AttributePath([word.rawValue] + old.components)),
            HistoryEncoder.name(ofPosition: AttributePath([word.rawValue] + new.components)),
            entity
          )
        }
        guard old.components.count == 1 else { continue }
        for word in [HistoryEncoder.LinkWord.added, HistoryEncoder.LinkWord.removed] {
          let start = "[\"\(word)\","
          try replace(
            start + HistoryEncoder.name(old.components[0]) + ",",
            by: start + HistoryEncoder.name(new.components[0]) + ",",
            in: "links",
            entity
          )
        }
      }
    }
  }

  /// Whether merges have noted what they learned about properties.
  private func hasMerges() throws -> Bool {
    let query = SQLFragment(
      "SELECT key FROM martlet_changes WHERE entity = ",
      " LIMIT 1",
      binding: .text(RecordChange.noteEntity)
    )
    return try !db.numbers(query).isEmpty
  }

  private func renameField(_ old: String, _ new: String, _ entity: String) throws {
    try replace(",\(old):", by: ",\(new):", in: "fields", entity)
    let (first, renamed) = ("{\(old):", "{\(new):")
    let count = first.unicodeScalars.count
    try db.execute(
      SQLFragment(
        "UPDATE martlet_changes SET fields = ",
        " || substr(fields, \(count + 1)) WHERE entity = ",
        " AND substr(fields, 1, \(count)) = ",
        binding: .text(renamed),
        .text(entity),
        .text(first)
      )
    )
  }

  private func replace(
    _ old: String,
    by new: String,
    in column: String,
    _ entity: String
  ) throws {
    try db.execute(
      SQLFragment(
        "UPDATE martlet_changes SET \(column) = replace(\(column), ",
        ", ",
        ") WHERE entity = ",
        " AND \(column) IS NOT NULL",
        binding: .text(old),
        .text(new),
        .text(entity)
      )
    )
  }
}

import Columns
import Model
import Storage

/// Finds the records that others changed after the pending changes touched them.
struct SaveConflicts {
  let pending: Overlay
  let base: any StoreSnapshot

  func problems() throws -> [ChangeProblem] {
    try pending.schema.entities.flatMap { entity -> [ChangeProblem] in
      guard let table = pending.tables[entity.name], let originals = table.originals else {
        return []
      }
      return try problems(table, originals)
    }
  }

  private func problems(
    _ table: OverlayTable,
    _ originals: OriginalRows
  ) throws -> [ChangeProblem] {
    let name = table.layout.entity.name
    let keys = originals.keys.sortedByKey()
    let references = try base.references(to: .list(keys), of: name)
    var problems: [ChangeProblem] = []
    for key in zip(keys, references).filter({ $1 == Column.nullReference }).map(\.0)
    where !table.deleted.contains(key) {
      problems.append(.deletedMeanwhile(RecordID(entity: name, key: key)))
    }
    let there = zip(keys, references).filter { $1 != Column.nullReference }.map(\.0)
    let rows = try RecordReader(table.layout, base).rows(of: there)
    for (row, key) in there.enumerated() {
      problems += conflicts(table, originals, key, rows, row)
    }
    return problems
  }

  /// The properties of a record in which somebody else's values stand.
  private func conflicts(
    _ table: OverlayTable,
    _ originals: OriginalRows,
    _ key: RecordKey,
    _ now: WholeRows,
    _ row: Int
  ) -> [ChangeProblem] {
    guard let original = originals.row(of: key) else { return [] }
    let id = RecordID(entity: table.layout.entity.name, key: key)
    var problems: [ChangeProblem] = []
    for (place, field) in table.layout.fields.enumerated() {
      let was = originals.value(original, field: place)
      let theirs = now.fields[place].value(at: row)
      guard was != theirs else { continue }
      let ours = table.slots[key].map { table.fields[place].column.value(at: $0) }
      problems.append(
        .conflict(id, property: field.path.description, was: was, theirs: theirs, ours: ours)
      )
    }
    for (place, reference) in table.layout.references.enumerated() {
      let was = originals.target(original, reference: place)
      let theirs = now.references[place].targets[row]
      guard was != theirs else { continue }
      let entity = reference.relationship.destination
      func value(_ key: RecordKey?) -> Value {
        key.map { .record(RecordID(entity: entity, key: $0)) } ?? .null
      }
      problems.append(
        .conflict(
          id,
          property: reference.relationship.name,
          was: value(was),
          theirs: value(theirs),
          ours: table.slots[key].map { value(table.references[place][$0]) }
        )
      )
    }
    return problems
  }
}

import Columns
import Model
import Storage

/// Finds records that another writer has changed since the pending changes touched them.
struct SaveConflicts {
  let pending: Overlay
  let base: any StoreSnapshot

  func problems() throws -> [ChangeProblem] {
    var problems: [ChangeProblem] = []
    for entity in pending.schema.entities {
      guard let table = pending.tables[entity.name], let originals = table.originals else {
        continue
      }
      problems += try conflicts(table, originals)
    }
    return try problems + OrderConflicts(pending: pending, base: base).problems()
      + DeletedTargets(schema: pending.schema, changes: pending.changes(), now: base).problems()
  }

  private func conflicts(
    _ table: OverlayTable,
    _ originals: OriginalRows
  ) throws -> [ChangeProblem] {
    let name = table.layout.entity.name
    let keys = originals.keys.sortedByKey()
    let references = try base.references(to: .list(keys), of: name)
    let found = zip(keys, references)
    var problems: [ChangeProblem] = []
    for (key, reference) in found
    where reference == Column.nullReference && !table.deleted.contains(key) {
      let id = RecordID(entity: name, key: key)
      problems.append(.deletedMeanwhile(id, ours: ours(table, originals, key)))
    }
    let there = found.filter { $1 != Column.nullReference }.map(\.0)
    let rows = try RecordReader(table.layout, base).rows(of: there)
    for (row, key) in there.enumerated() {
      problems += conflicts(table, originals, key, rows, row)
    }
    return try problems
      + OrderConflicts(pending: pending, base: base).problems(table, originals, there, rows)
  }

  /// The conflicting properties of a record.
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
      problems.append(
        .conflict(
          id,
          property: reference.relationship.name,
          was: reference.value(was),
          theirs: reference.value(theirs),
          ours: table.slots[key].map { reference.value(table.references[place][$0]) }
        )
      )
    }
    return problems
  }

  /// The pending changes of a deleted record.
  private func ours(
    _ table: OverlayTable,
    _ originals: OriginalRows,
    _ key: RecordKey
  ) -> [RecordChange.ValueChange] {
    guard let original = originals.row(of: key), let slot = table.slots[key] else { return [] }
    let fields = table.layout.fields.enumerated().map { place, field in
      RecordChange.ValueChange(
        property: field.path,
        old: originals.value(original, field: place),
        new: table.fields[place].column.value(at: slot)
      )
    }
    let references = table.layout.references.enumerated().map { place, reference in
      RecordChange.ValueChange(
        property: AttributePath([reference.relationship.name]),
        old: reference.value(originals.target(original, reference: place)),
        new: reference.value(table.references[place][slot])
      )
    }
    return (fields + references).filter { $0.old != $0.new }
  }
}

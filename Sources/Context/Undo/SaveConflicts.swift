import Columns
import Model
import Storage

/// Finds the records that others changed after the pending changes touched them.
struct SaveConflicts {
  let pending: Overlay
  let base: any StoreSnapshot

  func problems() throws -> [ChangeProblem] {
    try conflicts() + lostTargets()
  }

  /// Records that pending changes lead to and somebody else deleted.
  private func lostTargets() throws -> [ChangeProblem] {
    let view = try OverlaySnapshot(pending, over: base, level: 0)
    var lost: [RecordID] = []
    for (_, table) in pending.tables {
      for (place, reference) in table.layout.references.enumerated() {
        let end = RelationshipEnd(
          entity: table.layout.entity.name,
          name: reference.relationship.name
        )
        let inverse = try pending.schema.relationship(pending.schema.inverse(of: end))
        guard inverse.deleteRule != .noAction else { continue }
        let targets = table.slots.values.compactMap { slot in
          table.changedReferences[place][slot] ? table.references[place][slot] : nil
        }
        lost += try missing(Set(targets), of: reference.relationship.destination, in: view)
      }
    }
    for pair in try pending.changes().linked.map(\.pair) {
      let end = RelationshipEnd(entity: pair.entity, name: pair.relationship)
      let destination = try pending.schema.relationship(end).destination
      lost += try missing([pair.owner], of: pair.entity, in: view)
      lost += try missing([pair.member], of: destination, in: view)
    }
    return Set(lost).sorted { "\($0)" < "\($1)" }.map(ChangeProblem.deletedMeanwhile)
  }

  private func missing(
    _ keys: Set<RecordKey>,
    of entity: String,
    in view: OverlaySnapshot
  ) throws -> [RecordID] {
    let keys = keys.sortedByKey()
    let found = try view.references(to: .list(keys), of: entity)
    return zip(keys, found).filter { $1 == Column.nullReference }
      .map { RecordID(entity: entity, key: $0.0) }
  }

  private func conflicts() throws -> [ChangeProblem] {
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

import Model
import Storage

/// A change set that has passed every check, so that committing it can't fail.
struct StagedChanges {
  /// The new rows, by the entities' names.
  var rows: [String: StagedRows] = [:]
  /// What becomes of references and links, of old rows and new ones.
  var links = LinkEdits()
  /// What the change set's sender is told.
  var result = ChangeResult()

  /// The entities that get new rows, always in the same order.
  var entities: [String] { rows.keys.sorted() }
}

extension StoreState {
  /// The table of an entity.
  func table(_ entity: String) throws(StoreError) -> Table {
    guard let table = tables[entity] else { throw .unknownEntity(entity) }
    return table
  }

  /// Checks `changes` as a whole; nothing is changed yet.
  func staged(_ changes: ChangeSet, limits: StoreLimits) throws(StoreError) -> StagedChanges {
    var staged = StagedChanges()
    let pending = try stageRows(of: changes, in: &staged)
    for entity in staged.entities {
      guard let rows = staged.rows[entity] else { continue }
      let table = try table(entity)
      try rows.checkRoom(in: table, limits)
      try rows.checkUnique(in: table)
    }
    staged.links = try stagedLinks(of: changes.inserts, pending: pending)
    try checkRequiredReferences(staged)
    for (temporaryID, place) in pending {
      staged.result.identities[temporaryID] = try recordID(of: place)
    }
    return staged
  }

  /// Makes the changes; the columns change in place unless a snapshot holds them.
  mutating func commit(_ staged: StagedChanges) {
    var position = staged.links.nextPosition
    for entity in staged.entities {
      guard let rows = staged.rows[entity] else { continue }
      tables[entity]?.append(rows, firstPosition: position)
      position += Int64(rows.count)
    }
    for (end, edits) in staged.links.references { tables[end.entity]?.setReferences(end, edits) }
    for edit in staged.links.links { linkTables[edit.end]?.apply(edit) }
    nextPosition = max(nextPosition, position)
  }

  /// Stages the rows of inserts and loads, and says where each temporary id will be.
  private func stageRows(
    of changes: ChangeSet,
    in staged: inout StagedChanges
  ) throws(StoreError) -> [Int: RowPlace] {
    var pending: [Int: RowPlace] = [:]
    for insert in changes.inserts {
      let rows = try rows(of: insert.entity, in: &staged)
      let place = RowPlace(entity: insert.entity, row: try table(insert.entity).count + rows.count)
      let previous = pending.updateValue(place, forKey: insert.temporaryID)
      precondition(previous == nil, "a temporary id stands for one record")
      try rows.append(insert)
    }
    try stageLoads(of: changes, in: &staged)
    return pending
  }

  private func stageLoads(
    of changes: ChangeSet,
    in staged: inout StagedChanges
  ) throws(StoreError) {
    var places: [LoadPlace] = []
    for load in changes.loads {
      let rows = try rows(of: load.entity, in: &staged)
      let first = try table(load.entity).count + rows.count
      try rows.append(load)
      for (name, references) in load.references.sorted(by: { $0.key < $1.key }) {
        try stage(references, name, of: load, among: places, in: rows)
      }
      places.append(LoadPlace(entity: load.entity, first: Int64(first), count: load.count))
    }
  }

  /// Makes the rows of a load, which were added last, lead to those of an earlier one.
  private func stage(
    _ references: LoadedReferences,
    _ name: String,
    of load: ColumnLoad,
    among places: [LoadPlace],
    in rows: StagedRows
  ) throws(StoreError) {
    guard let place = rows.layout.referencePlace(of: name) else {
      throw .unknownProperty(entity: load.entity, property: name)
    }
    let layout = rows.layout.references[place]
    guard layout.inverse.isToMany, references.rows.count == load.count else {
      throw .typeMismatch(entity: load.entity, property: name)
    }
    guard places.indices.contains(references.load),
      places[references.load].entity == layout.relationship.destination
    else { throw .danglingLink(entity: load.entity, relationship: name) }
    let target = places[references.load]
    guard references.rows.allSatisfy({ $0 >= 0 && $0 < target.count }) else {
      throw .danglingLink(entity: load.entity, relationship: name)
    }
    rows.setReferences(place, references.rows.map { $0 + target.first })
  }

  private func rows(
    of entity: String,
    in staged: inout StagedChanges
  ) throws(StoreError) -> StagedRows {
    if let rows = staged.rows[entity] { return rows }
    let rows = StagedRows(try table(entity).layout)
    staged.rows[entity] = rows
    return rows
  }

  /// The identity of a row that may not be there yet.
  private func recordID(of place: RowPlace) throws(StoreError) -> RecordID {
    let numbers = try table(place.entity).numbers
    let number =
      place.row < numbers.count
      ? numbers.number(of: place.row) : numbers.next + Int64(place.row - numbers.count)
    return RecordID(entity: place.entity, key: .number(number))
  }
}

/// Where the rows of a load will be in their table.
private struct LoadPlace {
  let entity: String
  let first: Int64
  let count: Int
}

/// Where a record is, or will be.
struct RowPlace: Hashable {
  /// The record's entity.
  let entity: String
  /// Its row in the entity's table.
  let row: Int
}

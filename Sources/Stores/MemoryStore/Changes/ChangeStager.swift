import Columns
import Model
import Storage

/// Translates a change set to rows of tables and checks each record and link. Changes nothing.
struct ChangeStager {
  let state: StoreState
  private(set) var staged = StagedChanges()

  /// Creates a stager for changes of `state`.
  init(_ state: StoreState) {
    self.state = state
    staged.nextPosition = state.nextPosition
  }

  /// Stages all of `changes`.
  ///
  /// Rows are assigned first, because links may reference any of them.
  mutating func stage(_ changes: ChangeSet) throws(StoreError) {
    for (entity, number) in changes.nextNumbers { try table(entity).nextNumber = number }
    for selection in changes.deleted { try delete(selection) }
    try stageInserted(changes.inserted)
    for rows in changes.inserted { try stageReferences(of: rows) }
    for rows in changes.updated { try update(rows) }
    for pair in changes.unlinked { try unlink(pair) }
    for linkage in changes.linked { try link(linkage) }
    try stageDangling()
    try stageRestoredReferences()
  }

  /// The staged changes of an entity's table.
  mutating func table(_ entity: String) throws(StoreError) -> StagedTable {
    if let table = staged.tables[entity] { return table }
    let table = StagedTable(try state.table(entity))
    staged.tables[entity] = table
    return table
  }

  /// Stages a new link.
  mutating func add(_ edit: LinkEdit) { staged.pairs.linked.append(edit) }

  mutating func add(_ pair: PairEdits.RemovedLink) { staged.pairs.unlinked.append(pair) }

  /// Reserves positions for `count` members.
  private mutating func takePositions(_ count: Int) throws(StoreError) -> Range<Int64> {
    let positions = try Range(next: count, from: staged.nextPosition, of: "")
    staged.nextPosition = positions.upperBound
    return positions
  }

  /// Makes the next positions greater than `positions`.
  mutating func notePositions(_ positions: [Int64]) {
    guard let last = positions.max(), last >= staged.nextPosition else { return }
    staged.nextPosition = last == .max ? last : last + 1
  }

  private mutating func delete(_ selection: RecordSelection) throws(StoreError) {
    let table = try table(selection.entity)
    let rows = table.table.numbers.rows(of: selection.keys)
    for (place, row) in rows.enumerated()
    where row == Column.nullReference || !table.table.live.contains(Int(row)) {
      throw .missingRecord(RecordID(entity: selection.entity, key: selection.keys[place]))
    }
    table.delete(rows)
  }

  private mutating func update(_ rows: RecordRows) throws(StoreError) {
    let table = try table(rows.entity)
    let layout = table.layout
    var write = StagedWrite(rows: table.rows(of: rows.keys))
    if let place = write.rows.firstIndex(of: Column.nullReference) {
      throw .missingRecord(RecordID(entity: rows.entity, key: rows.keys[place]))
    }
    try layout.checkKnown(rows.columns.keys)
    for (place, field) in layout.fields.enumerated() {
      guard let column = rows.columns[field.path] else { continue }
      try layout.check(column, for: field, count: write.rows.count)
      write.columns[place] = column.withoutNegativeZeros
    }
    write.references = try references(of: rows)
    table.writes.append(write)
  }

  private mutating func stageReferences(of rows: RecordRows) throws(StoreError) {
    let references = try references(of: rows)
    if references.isEmpty { return }
    let table = try table(rows.entity)
    table.writes.append(StagedWrite(rows: table.rows(of: rows.keys), references: references))
  }

  /// The staged to-one relationships of `rows`, by their indices in the layout.
  private mutating func references(
    of rows: RecordRows
  ) throws(StoreError) -> [Int: StagedReferences] {
    let layout = try table(rows.entity).layout
    for name in rows.references.keys.sorted() where layout.referencePlace(of: name) == nil {
      throw .unknownProperty(entity: rows.entity, property: name)
    }
    var staged: [Int: StagedReferences] = [:]
    for (place, reference) in layout.references.enumerated() {
      guard let given = rows.references[reference.relationship.name] else { continue }
      staged[place] = try references(given, reference, of: rows)
    }
    return staged
  }

  private mutating func references(
    _ given: RecordReferences,
    _ layout: ReferenceLayout,
    of rows: RecordRows
  ) throws(StoreError) -> StagedReferences {
    let name = layout.relationship.name
    guard given.targets.count == rows.count, given.positions.map({ $0.count == rows.count }) ?? true
    else { throw .typeMismatch(entity: rows.entity, property: name) }
    let destination = try table(layout.relationship.destination)
    var staged = StagedReferences(targets: [], positions: nil)
    staged.targets.reserveCapacity(given.targets.count)
    for (place, key) in given.targets.enumerated() {
      let target = key.map { destination.row(of: $0) } ?? Column.nullReference
      if let key, target == Column.nullReference {
        guard layout.keepsDangling, let number = destination.previousNumber(key) else {
          throw .danglingLink(entity: rows.entity, relationship: name)
        }
        staged.dangling[place] = number
      }
      staged.targets.append(target)
    }
    guard layout.hasPositions else { return staged }
    if let positions = given.positions {
      notePositions(positions)
      staged.positions = positions
    } else {
      staged.positions = Array(try takePositions(staged.targets.count))
    }
    return staged
  }
}

extension StagedTable {
  /// The number in `key` if a record of the table may have had it.
  fileprivate func previousNumber(_ key: RecordKey) -> Int64? {
    guard case .number(let number) = key, number < max(table.numbers.next, nextNumber)
    else { return nil }
    return number
  }
}

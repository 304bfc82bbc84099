import Columns
import Model
import Storage

/// Records that get the next numbers: inserts with links, and loads of whole columns.
extension ChangeStager {
  /// Stages the rows of inserts, and says where each temporary id will be.
  mutating func stageInserts(_ inserts: [RecordInsert]) throws(StoreError) -> [Int: RowPlace] {
    var pending: [Int: RowPlace] = [:]
    for insert in inserts {
      let table = try table(insert.entity)
      let place = RowPlace(
        entity: insert.entity,
        row: table.table.rowCount + table.addedCount
      )
      let previous = pending.updateValue(place, forKey: insert.temporaryID)
      precondition(previous == nil, "a temporary id stands for one record")
      try table.rowsToAdd().append(insert)
    }
    return pending
  }

  /// Stages the links of inserts, which take effect one after another.
  mutating func stageLinks(
    of inserts: [RecordInsert],
    _ pending: [Int: RowPlace]
  ) throws(StoreError) {
    var stager = LinkStager(state: state, staged: staged, pending: pending)
    for insert in inserts where !insert.links.isEmpty { try stager.stage(insert) }
    for (end, edits) in stager.edits.references {
      let table = try table(end.entity)
      guard let place = table.layout.referencePlace(of: end.name) else { continue }
      let rows = edits.sorted { $0.key < $1.key }
      var write = StagedWrite(rows: rows.map { Int64($0.key) })
      write.references[place] = StagedReferences(
        targets: rows.map(\.value.reference),
        positions: table.layout.references[place].hasPositions
          ? rows.map(\.value.position) : nil
      )
      table.writes.append(write)
    }
    for link in stager.edits.links { add(link) }
    notePositions([stager.edits.nextPosition - 1])
  }

  /// Stages the rows of loads, and says where each load's first row will be.
  mutating func stageLoads(_ loads: [ColumnLoad]) throws(StoreError) -> [Int64] {
    var firstRows: [Int64] = []
    for load in loads {
      let table = try table(load.entity)
      firstRows.append(Int64(table.table.rowCount + table.addedCount))
      try table.rowsToAdd().append(load.columns, count: load.count)
    }
    return firstRows
  }

  /// Makes the rows of loads lead to those of earlier ones.
  mutating func stageReferences(
    of loads: [ColumnLoad],
    _ firstRows: [Int64]
  ) throws(StoreError) {
    for (place, load) in loads.enumerated() where !load.references.isEmpty {
      let table = try table(load.entity)
      var write = StagedWrite(rows: (0..<Int64(load.count)).map { firstRows[place] + $0 })
      for (name, references) in load.references.sorted(by: { $0.key < $1.key }) {
        guard let reference = table.layout.referencePlace(of: name) else {
          throw .unknownProperty(entity: load.entity, property: name)
        }
        let layout = table.layout.references[reference]
        try check(references, layout, of: load, among: loads.prefix(place))
        let first = firstRows[references.load]
        write.references[reference] = StagedReferences(
          targets: references.rows.map { $0 + first },
          positions: layout.hasPositions ? Array(try takePositions(load.count)) : nil
        )
      }
      table.writes.append(write)
    }
  }

  /// Checks that `references` of a load lead to rows of one of `earlier`.
  private func check(
    _ references: LoadedReferences,
    _ layout: ReferenceLayout,
    of load: ColumnLoad,
    among earlier: ArraySlice<ColumnLoad>
  ) throws(StoreError) {
    let name = layout.relationship.name
    guard layout.inverse.isToMany, references.rows.count == load.count else {
      throw .typeMismatch(entity: load.entity, property: name)
    }
    guard earlier.indices.contains(references.load),
      earlier[references.load].entity == layout.relationship.destination,
      references.rows.allSatisfy({ $0 >= 0 && $0 < earlier[references.load].count })
    else { throw .danglingLink(entity: load.entity, relationship: name) }
  }

  /// The identity of a row that may not be there yet.
  func recordID(of place: RowPlace) throws(StoreError) -> RecordID {
    let table = try state.table(place.entity)
    let added = staged.tables[place.entity]
    if let id = added?.recordID(of: Int64(place.row)) { return id }
    let explicit = added?.numbers ?? []
    let next = max(table.numbers.next, explicit.last.map { $0 + 1 } ?? .min)
    let number = next + Int64(place.row - table.rowCount - explicit.count)
    return RecordID(entity: place.entity, key: .number(number))
  }
}

/// Where a record is, or will be.
struct RowPlace: Hashable {
  /// The record's entity.
  let entity: String
  /// Its row in the entity's table.
  let row: Int
}

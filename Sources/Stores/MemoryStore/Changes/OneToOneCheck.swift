import Columns
import Model
import Storage

/// Checks that both sides of one-to-one relationships match.
extension StoreState {
  func checkOneToOne(_ staged: StagedChanges) throws(StoreError) {
    for table in staged.sortedTables {
      for (place, reference) in table.layout.references.enumerated() where reference.isOneToOne {
        let near = FinalReferences(table, place)
        guard !near.changed.isEmpty,
          let other = staged.tables[reference.relationship.destination],
          let back = other.layout.referencePlace(of: reference.inverse.name)
        else { continue }
        let far = FinalReferences(other, back)
        for row in near.changed.keys where !near.agrees(row, with: far) {
          throw .danglingLink(entity: table.entity, relationship: reference.relationship.name)
        }
      }
    }
  }
}

/// The references of a to-one relationship after the change.
private struct FinalReferences {
  private let table: StagedTable
  private let place: Int
  /// The new references of changed rows.
  private(set) var changed: [Int64: Int64] = [:]

  init(_ table: StagedTable, _ place: Int) {
    self.table = table
    self.place = place
    for row in table.deleted { changed[row] = Column.nullReference }
    for (row, _) in table.dangling[place] ?? [] { changed[row] = Column.nullReference }
    for write in table.writes {
      guard let references = write.references[place] else { continue }
      for (index, row) in write.rows.enumerated() { changed[row] = references.targets[index] }
    }
  }

  /// The reference of row `row` after the change.
  func target(of row: Int64) -> Int64 { changed[row] ?? previous(row) }

  /// Whether the new target references `row`, and the previous one no longer does.
  func agrees(_ row: Int64, with far: FinalReferences) -> Bool {
    let target = target(of: row)
    if target != Column.nullReference, far.target(of: target) != row { return false }
    let previous = previous(row)
    return previous == Column.nullReference || previous == target || far.target(of: previous) != row
  }

  /// The reference of row `row` before the change.
  private func previous(_ row: Int64) -> Int64 {
    row < Int64(table.table.rowCount)
      ? table.table.references[place].builder.reference(at: Int(row)) : Column.nullReference
  }
}

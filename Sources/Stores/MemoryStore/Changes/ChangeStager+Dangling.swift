import Columns
import Model
import Storage

/// References to deleted and restored records.
extension ChangeStager {
  /// Checks that no remaining record references a deleted one, and keeps such references if the
  /// delete rule allows it.
  mutating func stageDangling() throws(StoreError) {
    for target in staged.sortedTables {
      let gone = target.deleted.filter { !target.isLive($0) }
      if gone.isEmpty { continue }
      let goneSet = RowSet(gone)
      for relationship in state.storedSchema.entity(target.entity)?.relationships ?? [] {
        let source = try table(relationship.destination)
        guard let place = source.layout.referencePlace(of: relationship.inverse) else { continue }
        let left = source.referrers(of: gone, goneSet, by: place)
        guard !left.isEmpty else { continue }
        guard source.layout.references[place].keepsDangling else {
          throw .danglingLink(entity: source.entity, relationship: relationship.inverse)
        }
        source.dangling[place] = left.map {
          ($0.row, target.table.numbers.number(of: Int($0.target)))
        }
      }
    }
  }

  /// Restores references to restored records, unless they have been set meanwhile. In one-to-one
  /// relationships, only if the restored record references them, too.
  mutating func stageRestoredReferences() throws(StoreError) {
    for target in staged.sortedTables where !target.revived.isEmpty || target.numbers.count > 0 {
      for relationship in state.storedSchema.entity(target.entity)?.relationships ?? [] {
        let source = try table(relationship.destination)
        guard let place = source.layout.referencePlace(of: relationship.inverse),
          source.table.references[place].dangling.count > 0
        else { continue }
        source.restoreReferences(
          to: target,
          by: place,
          backBy: target.layout.referencePlace(of: relationship.name)
        )
      }
    }
  }
}

extension StagedTable {
  /// The remaining rows whose relationship references deleted rows.
  fileprivate func referrers(
    of gone: [Int64],
    _ goneSet: RowSet,
    by place: Int
  ) -> [(row: Int64, target: Int64)] {
    let counts = table.references[place].incomingCounts()
    var count = 0
    for row in gone where row < Int64(counts.count) { count += Int(counts[Int(row)]) }
    if count == 0 { return [] }
    let references = table.references[place].builder.references
    var leaving = deleted
    for write in writes where write.references[place] != nil { leaving += write.rows }
    leaving =
      leaving.filter {
        $0 < Int64(references.count) && goneSet.contains(references[Int($0)])
      }
      .sortedOnce
    guard leaving.count < count else { return [] }
    let leavingSet = RowSet(leaving)
    return references.indices.compactMap { row in
      let target = references[row]
      return goneSet.contains(target) && !leavingSet.contains(Int64(row))
        ? (Int64(row), target) : nil
    }
  }

  /// Restores the references of rows to restored records of `target`, or clears them if the inverse
  /// does not match.
  fileprivate func restoreReferences(
    to target: StagedTable,
    by place: Int,
    backBy inverse: Int?
  ) {
    let numbers =
      target.revived.map { target.table.numbers.number(of: Int($0)) }
      + (0..<target.numbers.count).map { target.numbers.number(of: $0) }
    var restored = StagedWrite(rows: [])
    var references = StagedReferences(targets: [], positions: nil)
    for number in numbers {
      let owner = target.row(of: number)
      for row in table.references[place].dangling.rows(to: number)
      where !deletedSet.contains(row) {
        let leadsBack = inverse.map { target.target(of: owner, by: $0) == row } ?? true
        restored.rows.append(row)
        references.targets.append(leadsBack ? owner : Column.nullReference)
      }
    }
    guard !restored.rows.isEmpty else { return }
    restored.references[place] = references
    // The change set itself can overwrite these rows later.
    writes.insert(restored, at: 0)
  }
}

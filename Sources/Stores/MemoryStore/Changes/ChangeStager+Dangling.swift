import Columns
import Model
import Storage

/// References to records that go, or that come back.
extension ChangeStager {
  /// Checks that no record that stays leads to one that goes; where its relationship allows that,
  /// the reference is kept aside.
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

  /// Lets references lead again to records that come back, unless they lead elsewhere by now; where
  /// these would have to lead back and do not, the references are given up.
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
  /// The rows that stay and go on leading to rows that go, by the relationship in a place.
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

  /// Makes rows lead to the records of `target` that come back and that they led to before, or nowhere
  /// where these lead back by a relationship and do not.
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
    // What the change set itself says of these rows comes later.
    writes.insert(restored, at: 0)
  }
}

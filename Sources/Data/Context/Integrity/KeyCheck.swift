import Columns
import Expressions
import Model
import Storage

/// Checks unique keys for duplicates, and their indexes.
struct KeyCheck {
  let schema: StoredSchema
  let snapshot: any StoreSnapshot
  let cancellation: CancellationFlag
  /// All records of the root, because keys are unique among all of them.
  let records: CheckedRecords

  /// - Parameter kinds: Only report problems of records of these models; nil for all.
  func check(
    _ findings: IntegrityFindings,
    _ damage: DamagedParts,
    kinds: Set<String>?
  ) throws {
    for key in schema.uniqueKeys(of: records.entity) where !damage.contains(key, of: records.entity)
    {
      try cancellation.check()
      try check(key, findings, kinds)
    }
  }

  private func check(
    _ paths: [AttributePath],
    _ findings: IntegrityFindings,
    _ kinds: Set<String>?
  ) throws {
    let sources = paths.map(ColumnSource.attribute)
    let columns = try snapshot.gather(sources, of: records.entity, at: records.references)
    let folding = schema.folding(of: paths, records.entity)
    let values = { (row: Int) in columns.map { $0.value(at: row) } }
    let key = { (row: Int) in folding?.folded(values(row)) ?? values(row) }
    let found =
      folding == nil ? try snapshot.lookUp(records.entity, where: paths, equal: columns) : nil
    var first: [[Value]: Int] = [:]
    var taken: [(row: Int, holder: Int)] = []
    var lost: [Int] = []
    for row in records.references.indices where columns.allSatisfy({ $0.isValid(row) }) {
      let holder = first[key(row), default: row]
      if holder == row { first[key(row)] = row }
      if kinds?.contains(records.kind(row)) == false { continue }
      if holder != row { taken.append((row, holder)) }
      // For duplicate keys, the index may find any of the records.
      if let place = found.map({ records.rows[$0[row]] }) {
        if place.map({ $0 != row && values($0) != values(row) }) ?? true { lost.append(row) }
      }
    }
    try findings.add(taken, of: records.place) { row, holder in
      .broken(
        .taken(
          try records.id(row),
          kind: records.kind(row),
          attributes: paths,
          values: values(row),
          by: try records.id(holder),
          ignoring: folding
        )
      )
    }
    try findings.add(lost, of: records.place) {
      .notFoundByIndex(try records.id($0), kind: records.kind($0), attributes: paths)
    }
  }
}

import Columns
import Model
import Storage

/// Checks that no two records have the same values of fields that are unique together.
struct UniqueCheck {
  let schema: StoredSchema
  let changes: ChangeSet
  let changed: ChangedRecords
  let before: any StoreSnapshot
  let after: ResultingState
  let cancellation: CancellationFlag

  /// So many records are looked at between looks at the flag.
  private static let rowsBetweenLooks = 8_192

  /// The records whose values have to be looked at, and what these are.
  private struct Candidates {
    let keys: RecordKeys
    /// One for each field.
    let columns: [Column]
    /// References to records that give up their old values.
    let released: Set<Int64>
  }

  /// What is wrong with the values of `paths`.
  func problems(_ paths: [AttributePath], _ entity: String) throws -> [ChangeProblem] {
    guard let candidates = try newRecords(paths, entity) ?? changedRecords(paths, entity) else {
      return []
    }
    let holders = try UniqueKeyLookup(schema: schema, snapshot: before).holders(
      of: candidates.columns,
      paths,
      entity
    )
    let areDistinct = candidates.columns.contains(where: \.areDistinct)
    if areDistinct, holders.allSatisfy({ $0 == Column.nullReference }) { return [] }
    return try problems(candidates, holders, paths, entity)
  }

  private func problems(
    _ candidates: Candidates,
    _ holders: [Int64],
    _ paths: [AttributePath],
    _ entity: String
  ) throws -> [ChangeProblem] {
    // The only value stands for itself, as most keys are of one.
    let key = { (values: [Value]) in values.count == 1 ? values[0] : .list(values) }
    var first: [Value: Int] = [:]
    var problems: [ChangeProblem] = []
    for row in 0..<candidates.keys.count {
      if row.isMultiple(of: Self.rowsBetweenLooks) { try cancellation.check() }
      let values = candidates.columns.map { $0.value(at: row) }
      if values.contains(where: \.isNull) { continue }
      let id = RecordID(entity: entity, key: candidates.keys[row])
      if let earlier = first[key(values)] {
        problems.append(
          .repeated(
            id,
            kind: try kind(id),
            attributes: paths,
            values: values,
            first: RecordID(entity: entity, key: candidates.keys[earlier])
          )
        )
        continue
      }
      first[key(values)] = row
      guard holders[row] != Column.nullReference, !candidates.released.contains(holders[row]),
        let holder = try before.recordIDs(of: entity, at: [holders[row]]).first
      else { continue }
      problems.append(
        .taken(id, kind: try kind(id), attributes: paths, values: values, by: holder)
      )
    }
    return problems
  }

  /// Where only new records have values of the fields, as with an import: what they have is known without
  /// a look at the state behind the change.
  private func newRecords(_ paths: [AttributePath], _ entity: String) throws -> Candidates? {
    let inserted = changes.inserted.filter { $0.entity == entity }
    let isOfOthers = changes.updated.contains { rows in
      rows.entity == entity && paths.contains { rows.columns[$0] != nil }
    }
    guard inserted.count == 1, !isOfOthers, case .range = inserted[0].keys else { return nil }
    let columns = paths.compactMap { inserted[0].columns[$0] }
    guard columns.count == paths.count else { return nil }
    return Candidates(
      keys: inserted[0].keys,
      columns: columns,
      released: try references(changed.goneKeys(of: entity), entity)
    )
  }

  /// Nil where no record has other values of the fields.
  private func changedRecords(_ paths: [AttributePath], _ entity: String) throws -> Candidates? {
    let keys = changed.stayingKeys(of: entity, fields: paths)
    guard !keys.isEmpty else { return nil }
    let after = try after.snapshot
    let references = try after.references(to: .list(keys), of: entity)
    return Candidates(
      keys: .list(keys),
      columns: try after.gather(paths.map { .attribute($0) }, of: entity, at: references),
      released: try self.references(keys + changed.goneKeys(of: entity), entity)
    )
  }

  private func references(_ keys: [RecordKey], _ entity: String) throws -> Set<Int64> {
    keys.isEmpty ? [] : Set(try before.references(to: .list(keys), of: entity))
  }

  private func kind(_ id: RecordID) throws -> String {
    try KindReader(schema, after.snapshot).kind(of: id)
  }
}

extension Column {
  /// Whether it is seen at once that no two rows have the same value; nil stands beside any. Rows that only might
  /// have the same are told as if they had.
  fileprivate var areDistinct: Bool {
    switch self {
    case .int(let column), .date(let column):
      return column.validValues.areDistinct
    case .uuid(let column):
      return column.validValues.map(\.hashValue).areDistinct
    case .string(let column):
      let codes = column.codes.validValues
      // Where a dictionary has a text twice, two codes may mean the same.
      guard column.dictionary.isDistinct else {
        return codes.map { column.dictionary.hash(of: $0) }.areDistinct
      }
      return codes.count <= column.dictionary.count && codes.areDistinct
    default: return false
    }
  }
}

extension FixedColumn {
  /// The values of the rows that are not nil.
  fileprivate var validValues: [Element] {
    guard let validity else { return values }
    return values.indices.filter(validity.isValid).map { values[$0] }
  }
}

extension Array where Element: Comparable {
  /// Whether no two are equal.
  fileprivate var areDistinct: Bool {
    func rises(_ values: [Element]) -> Bool { zip(values, values.dropFirst()).allSatisfy(<) }
    return rises(self) || rises(sorted())
  }
}

import Columns
import Expressions
import Model
import Storage

/// Checks that the values of unique keys differ.
struct UniqueCheck {
  let schema: StoredSchema
  let changes: ChangeSet
  let changed: ChangedRecords
  let before: any StoreSnapshot
  let after: ResultingState
  let cancellation: CancellationFlag

  /// How many records are checked between checks for cancellation.
  private static let rowsBetweenChecks = 8_192

  /// The records to check, with their values.
  private struct Candidates {
    let keys: RecordKeys
    /// One column for each field.
    let columns: [Column]
    /// References to records that release their old values.
    let released: Set<Int64>
  }

  /// The duplicates in `paths`.
  func problems(_ paths: [AttributePath], _ entity: String) throws -> [ChangeProblem] {
    guard let candidates = try newRecords(paths, entity) ?? changedRecords(paths, entity) else {
      return []
    }
    let lookup = UniqueKeyLookup(schema: schema, snapshot: before, cancellation: cancellation)
    let holders = try lookup.holders(
      of: candidates.columns,
      paths,
      entity,
      besides: candidates.released
    )
    let areDistinct =
      schema.folding(of: paths, entity) == nil && candidates.columns.contains(where: \.areDistinct)
    if areDistinct, holders.allSatisfy({ $0 == Column.nullReference }) { return [] }
    return try problems(candidates, holders, paths, entity)
  }

  private func problems(
    _ candidates: Candidates,
    _ holders: [Int64],
    _ paths: [AttributePath],
    _ entity: String
  ) throws -> [ChangeProblem] {
    let folding = schema.folding(of: paths, entity)
    // Most keys have a single value, which needs no list.
    let key = { (written: [Value]) -> Value in
      let values = folding?.folded(written) ?? written
      return values.count == 1 ? values[0] : .list(values)
    }
    var first: [Value: Int] = [:]
    var problems: [ChangeProblem] = []
    for row in 0..<candidates.keys.count {
      if row.isMultiple(of: Self.rowsBetweenChecks) { try cancellation.check() }
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
            first: RecordID(entity: entity, key: candidates.keys[earlier]),
            ignoring: folding
          )
        )
        continue
      }
      first[key(values)] = row
      guard holders[row] != Column.nullReference, !candidates.released.contains(holders[row]),
        let holder = try before.recordIDs(of: entity, at: [holders[row]]).first
      else { continue }
      problems.append(
        .taken(
          id,
          kind: try kind(id),
          attributes: paths,
          values: values,
          by: holder,
          ignoring: folding
        )
      )
    }
    return problems
  }

  /// The candidates if only new records have values of the fields, as in an import. This does not
  /// require the resulting state.
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
      released: try references(changed.deletedKeys(of: entity), entity)
    )
  }

  /// The candidates in general; nil if no record changes the fields.
  private func changedRecords(_ paths: [AttributePath], _ entity: String) throws -> Candidates? {
    let keys = changed.remainingKeys(of: entity, fields: paths)
    guard !keys.isEmpty else { return nil }
    let after = try after.snapshot
    let references = try after.references(to: .list(keys), of: entity)
    return Candidates(
      keys: .list(keys),
      columns: try after.gather(paths.map { .attribute($0) }, of: entity, at: references),
      released: try self.references(keys + changed.deletedKeys(of: entity), entity)
    )
  }

  private func references(_ keys: [RecordKey], _ entity: String) throws -> Set<Int64> {
    keys.isEmpty ? [] : Set(try before.references(to: .list(keys), of: entity))
  }

  private func kind(_ id: RecordID) throws -> String {
    try RecordModels(schema, after.snapshot).kind(of: id)
  }
}

extension Column {
  /// Whether a quick check shows that the values are distinct; nil does not count. Values that
  /// may be equal count as equal.
  fileprivate var areDistinct: Bool {
    switch self {
    case .int(let column), .date(let column):
      return column.validValues.areDistinct
    case .uuid(let column):
      return column.validValues.map(\.hashValue).areDistinct
    case .string(let column):
      let codes = column.codes.validValues
      // If the dictionary contains duplicates, different codes may be equal.
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
  /// Whether no two elements are equal.
  fileprivate var areDistinct: Bool {
    func isAscending(_ values: [Element]) -> Bool { zip(values, values.dropFirst()).allSatisfy(<) }
    return isAscending(self) || isAscending(sorted())
  }
}

import Context
import Model
import Session
import Storage

/// The numbers reserved by an import; there may be others between them.
struct ReservedNumbers {
  private var ranges: [String: [Range<Int64>]] = [:]
  /// Records that the file itself identifies.
  private var listed: Set<RecordID> = []

  /// Adds those of new records.
  mutating func add(_ rows: [RecordRows]) {
    for rows in rows {
      if case .list(let keys) = rows.keys {
        listed.formUnion(keys.lazy.map { RecordID(entity: rows.entity, key: $0) })
      }
      guard case .range(let range) = rows.keys, !range.isEmpty else { continue }
      if let last = ranges[rows.entity]?.last, last.upperBound == range.lowerBound {
        ranges[rows.entity]?.removeLast()
        ranges[rows.entity, default: []].append(last.lowerBound..<range.upperBound)
      } else {
        ranges[rows.entity, default: []].append(range)
      }
    }
  }

  /// Whether the import added this record.
  func contains(_ id: RecordID) -> Bool {
    if listed.contains(id) { return true }
    guard case .number(let number) = id.key else { return false }
    return ranges[id.entity]?.contains { $0.contains(number) } ?? false
  }
}

extension ChangeProblem {
  /// The same problem; a key taken by a record of the same import counts as repeated.
  func ofOwnRecords(_ numbers: ReservedNumbers) -> ChangeProblem {
    guard case .taken(let id, let kind, let attributes, let values, let holder, let ignored) = self,
      numbers.contains(holder)
    else { return self }
    return .repeated(
      id,
      kind: kind,
      attributes: attributes,
      values: values,
      first: holder,
      ignoring: ignored
    )
  }
}

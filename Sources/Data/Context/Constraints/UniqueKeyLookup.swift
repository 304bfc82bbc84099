import Columns
import Expressions
import Model
import Storage

/// Finds records by the values of unique fields.
struct UniqueKeyLookup {
  let schema: StoredSchema
  let snapshot: any StoreSnapshot

  /// Converts `rows` of values to columns.
  func columns(
    of paths: [AttributePath],
    _ rows: [[Value]],
    _ entity: String
  ) throws -> [Column] {
    let layout = try schema.layout(entity)
    return try paths.enumerated().map { index, path in
      try layout.column(of: path, rows.lazy.map { $0[index] })
    }
  }

  /// The record with the values of each row of `keys`; null if there is none.
  func holders(
    of keys: [Column],
    _ paths: [AttributePath],
    _ entity: String
  ) throws -> [Int64] {
    let folding = schema.folding(of: paths, entity)
    if folding == nil, let found = try snapshot.lookUp(entity, where: paths, equal: keys) {
      return found
    }
    return try scannedHolders(of: keys, paths, entity, folding)
  }

  /// Scans all records because there is no index of the fields, or only of exact strings.
  private func scannedHolders(
    of keys: [Column],
    _ paths: [AttributePath],
    _ entity: String,
    _ folding: StringMatch?
  ) throws -> [Int64] {
    func key(_ values: [Value]) -> [Value] { folding?.folded(values) ?? values }
    let count = keys.first?.count ?? 0
    var rows: [[Value]: [Int]] = [:]
    for row in 0..<count {
      let key = key(keys.map { $0.value(at: row) })
      if !key.contains(where: \.isNull) { rows[key, default: []].append(row) }
    }
    var holders = Array(repeating: Column.nullReference, count: count)
    if rows.isEmpty { return holders }
    let reader = try snapshot.scan(entity, paths.map { .attribute($0) })
    while let batch = try reader.next() {
      for place in 0..<batch.count {
        let key = key(batch.columns.map { $0.value(at: batch.start + place) })
        for row in rows[key] ?? [] where holders[row] == Column.nullReference {
          holders[row] = batch.reference(at: place)
        }
      }
    }
    return holders
  }
}

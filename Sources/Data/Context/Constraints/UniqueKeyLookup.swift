import Columns
import Expressions
import Model
import Storage

/// Finds records by the values of unique fields.
struct UniqueKeyLookup {
  let schema: StoredSchema
  let snapshot: any StoreSnapshot
  let cancellation: CancellationFlag

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
  ///
  /// - Parameter released: Records that no longer have their keys. An index finds them, too.
  func holders(
    of keys: [Column],
    _ paths: [AttributePath],
    _ entity: String,
    besides released: Set<Int64> = []
  ) throws -> [Int64] {
    if schema.folding(of: paths, entity) == nil,
      let found = try snapshot.lookUp(entity, where: paths, equal: keys)
    {
      return found
    }
    let found = try scan(for: keys, paths, entity)
    return Self.rows(of: keys).map { values in
      found.references(with: values, besides: released).first ?? Column.nullReference
    }
  }

  /// Scans all records for keys, because the fields have no index, or only one of exact strings.
  func scan(
    for keys: [Column],
    _ paths: [AttributePath],
    _ entity: String
  ) throws -> ScannedKeys {
    var found = ScannedKeys(Self.rows(of: keys), schema.folding(of: paths, entity))
    if found.isEmpty { return found }
    let reader = try snapshot.scan(entity, paths.map { .attribute($0) })
    while let batch = try reader.next() {
      try cancellation.check()
      for place in 0..<batch.count {
        let values = batch.columns.map { $0.value(at: batch.start + place) }
        found.add(batch.reference(at: place), values)
      }
    }
    return found
  }

  private static func rows(of keys: [Column]) -> [[Value]] {
    (0..<(keys.first?.count ?? 0)).map { row in keys.map { $0.value(at: row) } }
  }
}

/// The records with some values of a unique key.
struct ScannedKeys {
  private struct Holder {
    let reference: Int64
    let values: [Value]
  }

  private let folding: StringMatch?
  /// The records by key; those that were not found have none.
  private var holders: [[Value]: [Holder]] = [:]

  /// No records yet with the keys `rows`. A key with nil has none.
  fileprivate init(_ rows: [[Value]], _ folding: StringMatch?) {
    self.folding = folding
    for row in rows where !row.contains(where: \.isNull) { holders[folded(row)] = [] }
  }

  fileprivate var isEmpty: Bool { holders.isEmpty }

  private func folded(_ values: [Value]) -> [Value] { folding?.folded(values) ?? values }

  fileprivate mutating func add(_ reference: Int64, _ values: [Value]) {
    holders[folded(values)]?.append(Holder(reference: reference, values: values))
  }

  /// The records with these values, or else those whose values differ only in what the key ignores:
  /// several if another program wrote them.
  func references(with values: [Value], besides released: Set<Int64> = []) -> [Int64] {
    if values.contains(where: \.isNull) { return [] }
    let found = (holders[folded(values)] ?? []).filter { !released.contains($0.reference) }
    let exact = found.filter { $0.values == values }
    return (exact.isEmpty ? found : exact).map(\.reference)
  }
}

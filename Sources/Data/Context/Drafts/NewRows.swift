import Columns
import Model
import Storage

/// New records of one entity with their values.
struct NewRows {
  private(set) var keys: [RecordKey] = []
  private var values: [[AttributePath: Value]] = []
  private var places: [RecordKey: Int] = [:]

  func contains(_ key: RecordKey) -> Bool { places[key] != nil }

  func values(of key: RecordKey) -> [AttributePath: Value]? { places[key].map { values[$0] } }

  mutating func add(_ key: RecordKey, _ added: [AttributePath: Value]) {
    places[key] = keys.count
    keys.append(key)
    values.append(added)
  }

  mutating func overwrite(_ key: RecordKey, _ added: [AttributePath: Value]) {
    guard let place = places[key] else { return }
    values[place].merge(added) { _, new in new }
  }

  /// The values as columns.
  func rows(_ layout: EntityLayout) throws(StoreError) -> RecordRows {
    var rows = RecordRows(entity: layout.entity.name, keys: .list(keys))
    for path in layout.fields.map(\.path) {
      rows.columns[path] = try layout.column(of: path, values.lazy.map { $0[path] ?? .null })
    }
    return rows
  }
}

import Columns
import Model
import Storage

/// Tells which models records are of.
struct KindReader {
  private let schema: StoredSchema
  private let snapshot: any StoreSnapshot

  init(_ schema: StoredSchema, _ snapshot: any StoreSnapshot) {
    self.schema = schema
    self.snapshot = snapshot
  }

  /// The model of each of the records with `keys`, all of one root entity.
  func kinds(_ keys: [RecordKey], of entity: String) throws -> [String] {
    let layout = try schema.layout(entity)
    let path = AttributePath([Schema.kindAttribute])
    guard layout.fieldPlaces[path] != nil else {
      return Array(repeating: entity, count: keys.count)
    }
    let references = try snapshot.references(to: .list(keys), of: entity)
    let column = try snapshot.gather([.attribute(path)], of: entity, at: references)[0]
    return keys.indices.map { row in
      if case .string(let kind) = column.value(at: row) { kind } else { entity }
    }
  }

  /// How many new records are of each model, in order of appearance.
  func counts(of rows: RecordRows) -> [(kind: String, count: Int)] {
    guard let column = rows.columns[AttributePath([Schema.kindAttribute])] else {
      return [(rows.entity, rows.count)]
    }
    var counts: [ChangeSummary.KindCount] = []
    for row in 0..<column.count {
      if case .string(let kind) = column.value(at: row) {
        counts.add(1, of: kind)
      } else {
        counts.add(1, of: rows.entity)
      }
    }
    return counts.map { ($0.kind, $0.count) }
  }

  /// How many of `records`, all of one root entity, are of each model, in order of appearance.
  func counts(_ records: [RecordID]) throws -> [(kind: String, count: Int)] {
    guard let first = records.first else { return [] }
    var counts: [ChangeSummary.KindCount] = []
    for kind in try kinds(records.map(\.key), of: first.entity) { counts.add(1, of: kind) }
    return counts.map { ($0.kind, $0.count) }
  }
}

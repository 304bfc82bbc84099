import Columns
import Model
import Storage

/// Determines the models of records.
struct RecordModels {
  private let schema: StoredSchema
  private let snapshot: any StoreSnapshot

  init(_ schema: StoredSchema, _ snapshot: any StoreSnapshot) {
    self.schema = schema
    self.snapshot = snapshot
  }

  /// The models of the records with `keys`, all of one root entity.
  func kinds(_ keys: [RecordKey], of entity: String) throws -> [String] {
    let layout = try schema.layout(entity)
    guard layout.fieldPlaces[AttributePath([Schema.kindAttribute])] != nil else {
      return Array(repeating: entity, count: keys.count)
    }
    let references = try snapshot.references(to: .list(keys), of: entity)
    return try snapshot.kinds(of: entity, at: references)
  }

  func kind(of id: RecordID) throws -> String { try kinds([id.key], of: id.entity)[0] }

  /// The number of new records of each model, in order of appearance.
  func counts(of rows: RecordRows) -> [ChangeSummary.ModelCount] {
    guard let column = rows.columns[AttributePath([Schema.kindAttribute])] else {
      return [ChangeSummary.ModelCount(kind: rows.entity, count: rows.count)]
    }
    var counts: [ChangeSummary.ModelCount] = []
    for row in 0..<column.count {
      if case .string(let kind) = column.value(at: row) {
        counts.add(1, of: kind)
      } else {
        counts.add(1, of: rows.entity)
      }
    }
    return counts
  }

  /// The number of `records` of each model, in order of appearance; all are of one root entity.
  func counts(_ records: [RecordID]) throws -> [ChangeSummary.ModelCount] {
    guard let first = records.first else { return [] }
    var counts: [ChangeSummary.ModelCount] = []
    for kind in try kinds(records.map(\.key), of: first.entity) { counts.add(1, of: kind) }
    return counts
  }
}

extension StoreSnapshot {
  /// The models of the records at `references`, all of one root entity with submodels.
  func kinds(of root: String, at references: [Int64]) throws -> [String] {
    let path = AttributePath([Schema.kindAttribute])
    let column = try gather([.attribute(path)], of: root, at: references)[0]
    return references.indices.map { row in
      if case .string(let kind) = column.value(at: row) { kind } else { root }
    }
  }
}

import Columns
import Model
import Storage

/// The existing ones of some records.
struct PresentRecords {
  private let layout: EntityLayout
  private var rowByKey: [RecordKey: Int] = [:]
  private let rows: WholeRows

  init(_ keys: [RecordKey], _ layout: EntityLayout, _ snapshot: any StoreSnapshot) throws {
    self.layout = layout
    let found = try snapshot.references(to: .list(keys), of: layout.entity.name)
    var references: [Int64] = []
    for (key, reference) in zip(keys, found) where reference != Column.nullReference {
      rowByKey[key] = references.count
      references.append(reference)
    }
    rows = try RecordReader(layout, snapshot).rows(at: references)
  }

  func contains(_ key: RecordKey) -> Bool { rowByKey[key] != nil }

  func value(_ key: RecordKey, _ path: AttributePath) -> Value? {
    guard let row = rowByKey[key] else { return nil }
    if let place = layout.fieldPlaces[path] { return rows.fields[place].value(at: row) }
    guard let place = layout.referencePlaces[path.components[0]] else { return nil }
    return layout.references[place].value(rows.references[place].targets[row])
  }
}

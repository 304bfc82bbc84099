import Columns
import Model
import Storage

extension RecordRows {
  /// New records numbered from 1, each by the values of its fields; fields that are missing are nil.
  init(_ entity: Entity, _ records: [[AttributePath: Value]]) {
    self.init(entity: entity.name, keys: .range(1..<Int64(records.count) + 1))
    for field in entity.storedFields {
      let column = Column(records.map { $0[field.path] ?? .null }, of: field.type)
      precondition(column != nil, "the values are of their fields' types")
      columns[field.path] = column
    }
  }
}

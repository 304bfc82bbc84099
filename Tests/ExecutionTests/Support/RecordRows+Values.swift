import Columns
import Model
import Storage

extension RecordRows {
  /// New records numbered from 1, each by the values of its fields; fields that are missing are nil.
  init(_ entity: Entity, _ records: [[AttributePath: Value]]) {
    self.init(entity: entity.name, keys: .range(1..<Int64(records.count) + 1))
    for field in entity.storedFields {
      let values = records.map { $0[field.path] ?? .null }
      let column = Column(values, of: field.type)
      precondition(column != nil, "\(field.path) takes \(field.type), not \(values.prefix(9))")
      columns[field.path] = column
    }
  }
}

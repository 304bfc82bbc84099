import GRDB
import Model
import SQLGeneration
import Storage

/// How a statement names one row of a table: by its number, or by the columns of its key.
struct RowCondition {
  /// The condition, with a question mark for each value.
  let text: String
  private let entity: String
  private let key: EntityMapping.Key

  init(_ mapping: EntityMapping) {
    entity = mapping.entity
    key = mapping.key
    switch mapping.key {
    case .number: text = "\(mapping.rowNumber.quotedForSQL) = ?"
    case .values(let parts):
      text = parts.map { "\($0.column.name.quotedForSQL) = ?" }.joined(separator: " AND ")
    }
  }

  /// Binds the key of a record from the question mark in place `first` on; throws where it can be none.
  func bind(_ record: RecordKey, to statement: Statement, from first: Int32) throws {
    switch (record, key) {
    case (.number(let number), .number):
      statement.bind(number, at: first)
    case (.values(let values), .values(let parts)) where values.count == parts.count:
      for (place, value) in values.enumerated() {
        guard let bound = parts[place].column.codec.sqlValue(of: value) else {
          throw StoreError.missingRecord(RecordID(entity: entity, key: record))
        }
        statement.bind(bound, at: first + Int32(place))
      }
    default: throw StoreError.missingRecord(RecordID(entity: entity, key: record))
    }
  }
}

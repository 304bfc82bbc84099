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

  /// The condition over the entity's table.
  ///
  /// - Parameter alias: What the table is called in the statement; nil for its own name.
  init(_ mapping: EntityMapping, as alias: String? = nil) {
    entity = mapping.entity
    key = mapping.key
    let prefix = alias.map { "\($0)." } ?? ""
    switch mapping.key {
    case .number: text = "\(prefix)\(mapping.rowNumber.quotedForSQL) = ?"
    case .values(let parts):
      text = parts.map { "\(prefix)\($0.column.name.quotedForSQL) = ?" }
        .joined(separator: " AND ")
    }
  }

  /// Binds the key of a record from the question mark in place `first` on; throws where it can be none.
  func bind(_ record: RecordKey, to statement: Statement, from first: Int32) throws {
    guard bindIfPossible(record, to: statement, from: first) else {
      throw StoreError.unreachable(RecordID(entity: entity, key: record))
    }
  }

  /// Binds the key of a record; false where no row can have it.
  func bindIfPossible(_ record: RecordKey, to statement: Statement, from first: Int32 = 1) -> Bool {
    switch (record, key) {
    case (.number(let number), .number):
      statement.bind(number, at: first)
    case (.values(let values), .values(let parts)) where values.count == parts.count:
      for (place, value) in values.enumerated() {
        guard let bound = parts[place].column.codec.sqlValue(of: value) else { return false }
        statement.bind(bound, at: first + Int32(place))
      }
    default: return false
    }
    return true
  }
}

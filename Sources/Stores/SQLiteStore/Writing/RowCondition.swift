import GRDB
import Model
import SQLGeneration
import Storage

/// The condition that identifies a row: by its number, or by the columns of its key.
struct RowCondition {
  /// The condition with a question mark for each value.
  let text: String
  private let entity: String
  private let key: EntityMapping.Key

  /// - Parameter alias: The alias of the table in the statement, if any.
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

  /// Binds the key of a record, starting at question mark `first`; throws if no row can have the
  /// key.
  func bind(_ record: RecordKey, to statement: Statement, from first: Int32) throws {
    guard bindIfPossible(record, to: statement, from: first) else {
      throw StoreError.unreachable(RecordID(entity: entity, key: record))
    }
  }

  /// Binds the key of a record; returns false if no row can have it.
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

import Columns
import Formats
import Model
import Storage

/// Records of a file that are to become records of one entity, before they have numbers.
struct ImportedTable {
  /// The records' entity.
  let entity: String
  /// The number of records.
  let count: Int
  /// A column of `count` rows for stored fields; fields that are missing are nil.
  let columns: [AttributePath: Column]
  /// The records in whose arrays these stood; nil for those that stood in none.
  var owners: ImportedOwners?

  /// The records under numbers of their own.
  ///
  /// - Parameter others: What the tables before this one became.
  func rows(_ keys: Range<Int64>, after others: [RecordRows]) -> RecordRows {
    var rows = RecordRows(entity: entity, keys: .range(keys), columns: columns)
    if let owners {
      let ownerKeys = others[owners.table].keys
      rows.references[owners.relationship] = RecordReferences(
        targets: owners.rows.map { ownerKeys[Int($0)] }
      )
    }
    return rows
  }
}

/// The owners of a table's records: records of a table before it.
struct ImportedOwners {
  /// The to-one relationship that leads to them.
  let relationship: String
  /// The place of their table.
  let table: Int
  /// The row of its owner for each record.
  let rows: [Int64]
}

import Columns
import Model
import Storage

/// The records of one entity, column by column; changed in place, guarded by the store's lock.
///
/// Rows are in identity order, and a reference to a record is its row number. The rows of deleted
/// records stay as dead rows until the table is compacted.
final class Table {
  /// The columns.
  let layout: TableLayout
  var numbers: RecordNumbers
  /// Which rows are live.
  var live: LiveRows
  let fields: [any ColumnBuilder]
  var references: [ReferenceColumn]
  /// One index for each of the layout's unique keys.
  var uniqueIndexes: [RowIndex]
  private var memberIndexes = MemberIndexCache()
  /// Where the records are from, until they change.
  var origin: String?
  /// The fields of all records, if they are read when they are needed; ``fields`` are empty then.
  private(set) var deferred: DeferredColumns?

  /// Creates a table of columns with as many rows as `numbers`.
  init(
    layout: TableLayout,
    numbers: RecordNumbers,
    live: LiveRows? = nil,
    fields: [any ColumnBuilder],
    references: [ReferenceColumn],
    uniqueIndexes: [RowIndex]
  ) {
    self.layout = layout
    self.numbers = numbers
    self.live = live ?? LiveRows(count: numbers.count)
    self.fields = fields
    self.references = references
    self.uniqueIndexes = uniqueIndexes
  }

  /// The number of rows, including dead ones.
  var rowCount: Int { numbers.count }

  /// The current rows, which share their columns with the table.
  var version: TableVersion {
    TableVersion(
      layout: layout,
      numbers: numbers,
      live: live,
      fields: fields.map(\.column),
      references: references.map(\.builder.references),
      positions: references.map(\.positions),
      dangling: references.map(\.dangling),
      uniqueIndexes: uniqueIndexes,
      memberIndexes: memberIndexes,
      origin: origin,
      deferred: deferred
    )
  }

  /// Adds records to the empty table, numbered from 1, whose fields are read when they are needed.
  func add(_ records: DeferredColumns) {
    numbers = RecordNumbers(1..<Int64(records.count) + 1)
    live = LiveRows(count: records.count)
    deferred = records
  }

  /// Takes over the fields, which were read.
  func fill(with columns: [Column]) {
    for (field, column) in zip(fields, columns) {
      let isAppended = field.append(contentsOf: column)
      precondition(isAppended, "deferred columns are of the table's types")
    }
    for (place, key) in layout.uniqueKeys.enumerated() {
      let hashes = self.columns(of: key).hashes()
      uniqueIndexes[place].reserve(hashes.count)
      for (row, hash) in hashes.enumerated() where hash != 0 {
        uniqueIndexes[place].insert(row, hash)
      }
    }
    deferred = nil
  }

  /// The identity of row `row`.
  func recordID(of row: Int) -> RecordID {
    RecordID(entity: layout.entity, key: .number(numbers.number(of: row)))
  }

  func columns(of key: UniqueKey) -> KeyColumns {
    KeyColumns(columns: key.places.map { fields[$0].column })
  }

  /// Reserves the next `count` numbers.
  func reserve(_ count: Int) throws(StoreError) -> Range<Int64> {
    guard count >= 0, numbers.canAppend(count) else { throw .full(entity: layout.entity) }
    return numbers.reserve(count)
  }

  /// Discards the member indexes of the relationships at `places` of the layout.
  func forgetMembers(of places: Set<Int>) {
    guard !places.isEmpty else { return }
    let names = Set(places.map { layout.references[$0].relationship.name })
    memberIndexes = memberIndexes.without(names)
  }
}

import Columns
import Model
import Storage

/// The records of one entity, column by column; it is changed in place, under the store's lock.
///
/// Row order is identity order, and a reference to a record is its row number. The rows of deleted
/// records stay as dead ones until the table is compacted.
final class Table {
  /// Which columns there are.
  let layout: TableLayout
  var numbers: RecordNumbers
  /// Which rows hold records.
  var live: LiveRows
  let fields: [any ColumnBuilder]
  var references: [ReferenceColumn]
  /// One index for each of the layout's unique keys.
  var uniqueIndexes: [RowIndex]
  private var memberIndexes = MemberIndexCache()
  private var sortedRows = SortedRowsCache()

  /// A table of columns that are as long as `numbers`.
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

  /// The number of rows, dead ones included.
  var rowCount: Int { numbers.count }

  /// The rows as they are now, lent until the version is given up.
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
      sortedRows: sortedRows
    )
  }

  /// The identity of row `row`.
  func recordID(of row: Int) -> RecordID {
    RecordID(entity: layout.entity, key: .number(numbers.number(of: row)))
  }

  /// The columns of a unique key as they are now.
  func columns(of key: UniqueKey) -> KeyColumns {
    KeyColumns(columns: key.places.map { fields[$0].column })
  }

  /// Hands out the next `count` numbers.
  func reserve(_ count: Int) throws(StoreError) -> Range<Int64> {
    guard count >= 0, numbers.canAppend(count) else { throw .full(entity: layout.entity) }
    return numbers.reserve(count)
  }

  /// Gives up in which order values are.
  func forgetOrder() { sortedRows = SortedRowsCache() }

  /// Gives up what is known of members by the relationships in `places` of the layout.
  func forgetMembers(of places: Set<Int>) {
    guard !places.isEmpty else { return }
    let names = Set(places.map { layout.references[$0].relationship.name })
    memberIndexes = memberIndexes.without(names)
  }
}

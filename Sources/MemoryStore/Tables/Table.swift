import Columns
import Model
import Storage

/// The records of one entity, column by column; it is changed in place, under the store's lock.
///
/// Row order is identity order, and a reference to a record is its row number.
final class Table {
  /// Which columns there are.
  let layout: TableLayout
  private(set) var numbers: RecordNumbers
  private(set) var fields: [any ColumnBuilder]
  private(set) var references: [ReferenceColumn]
  /// One index for each of the layout's unique fields.
  private(set) var uniqueIndexes: [RowIndex]
  private var memberIndexes = MemberIndexCache()

  /// A table of columns that are as long as `numbers`.
  init(
    layout: TableLayout,
    numbers: RecordNumbers,
    fields: [any ColumnBuilder],
    references: [ReferenceColumn],
    uniqueIndexes: [RowIndex]
  ) {
    self.layout = layout
    self.numbers = numbers
    self.fields = fields
    self.references = references
    self.uniqueIndexes = uniqueIndexes
  }

  /// The number of rows.
  var count: Int { numbers.count }

  /// The rows as they are now, lent until the version is given up.
  var version: TableVersion {
    TableVersion(
      layout: layout,
      numbers: numbers,
      fields: fields.map(\.column),
      references: references.map(\.builder.references),
      positions: references.map(\.positions),
      uniqueIndexes: uniqueIndexes,
      memberIndexes: memberIndexes
    )
  }

  /// The identity of row `row`.
  func recordID(of row: Int) -> RecordID {
    RecordID(entity: layout.entity, key: .number(numbers.number(of: row)))
  }

  /// Adds rows that were checked before; but for what loads said their references lead nowhere yet.
  ///
  /// Where members are ordered the rows stand in their own order, from `firstPosition` on.
  func append(_ rows: StagedRows, firstPosition: Int64) {
    for (field, column) in zip(fields, rows.columns) {
      let isAppended = field.append(contentsOf: column)
      precondition(isAppended, "staged columns are of the table's types")
    }
    for place in references.indices {
      references[place].append(rows.references[place] ?? [], of: rows.count, at: firstPosition)
    }
    addToIndexes(rows)
    numbers.append(rows.count)
    memberIndexes = MemberIndexCache()
  }

  /// Adds rows, whose values stand in the fields already, to the unique indexes.
  private func addToIndexes(_ rows: StagedRows) {
    guard count > 0 else {
      uniqueIndexes = rows.uniqueIndexes
      return
    }
    let added = count..<(count + rows.count)
    for (index, place) in layout.uniqueFields.enumerated() {
      let collision = uniqueIndexes[index].add(added, of: fields[place].column)
      precondition(collision == nil, "staged rows have unique values")
    }
  }

  /// Overwrites the references of rows in the column of a to-one relationship.
  func setReferences(_ end: RelationshipEnd, _ edits: [Int: ReferenceEdit]) {
    guard let place = layout.referencePlace(of: end.name) else { return }
    for (row, edit) in edits { references[place].set(row, to: edit) }
    memberIndexes = MemberIndexCache()
  }

  /// Hands out the next `count` numbers.
  func reserve(_ count: Int) throws(StoreError) -> Range<Int64> {
    guard numbers.canAppend(count) else { throw .full(entity: layout.entity) }
    return numbers.reserve(count)
  }

  /// Where the row of a to-one relationship leads; nil for a row that isn't there.
  func reference(_ end: RelationshipEnd, at row: Int) -> Int64? {
    guard row < count, let place = layout.referencePlace(of: end.name) else { return nil }
    return references[place].builder.reference(at: row)
  }
}

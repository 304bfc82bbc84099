import Columns
import Model
import Storage

/// The records of one entity, as they are in one snapshot.
struct TableVersion: Sendable {
  let layout: TableLayout
  let numbers: RecordNumbers
  /// One column for each of the layout's fields.
  let fields: [Column]
  /// One column for each of the layout's references.
  let references: [[Int64]]
  /// Beside each column of references, where its rows stand among the members of their owners.
  let positions: [[Int64]?]
  let uniqueIndexes: [RowIndex]
  let memberIndexes: MemberIndexCache

  /// The number of rows.
  var count: Int { numbers.count }

  /// The whole column behind `source`.
  func column(of source: ColumnSource) throws(StoreError) -> Column {
    switch source {
    case .attribute(let path):
      guard let place = layout.place(of: path) else { throw unknown(path.description) }
      return fields[place]
    case .position(let name):
      guard let place = layout.referencePlace(of: name), let positions = positions[place] else {
        throw unknown(name)
      }
      return .int(FixedColumn(values: positions))
    case .toOne(let name):
      guard let place = layout.referencePlace(of: name) else { throw unknown(name) }
      return .reference(FixedColumn(values: references[place]))
    }
  }

  /// The rows that lead to each owner through the to-one relationship `name`.
  func memberIndex(of name: String, ownerCount: Int) throws(StoreError) -> MemberIndex {
    guard let place = layout.referencePlace(of: name) else { throw unknown(name) }
    return memberIndexes.index(of: RelationshipEnd(entity: layout.entity, name: name)) {
      var index = MemberIndex(owners: references[place], ownerCount: ownerCount)
      if let positions = positions[place] { index.sort(by: positions) }
      return index
    }
  }

  /// The row whose unique attribute at `path` has `value`; nil where none has.
  func row(where path: AttributePath, equals value: Value) throws(StoreError) -> Int? {
    guard
      let place = layout.place(of: path),
      let index = layout.uniqueFields.firstIndex(of: place),
      let empty = Column.empty(of: layout.fields[place].type)
    else { throw unknown(path.description) }
    let wanted = makeColumnBuilder(continuing: empty)
    guard wanted.append(value) else {
      throw .typeMismatch(entity: layout.entity, property: path.description)
    }
    return uniqueIndexes[index].firstCollision(of: wanted.column, with: fields[place])?.earlier
  }

  private func unknown(_ property: String) -> StoreError {
    .unknownProperty(entity: layout.entity, property: property)
  }
}

import Columns
import Model
import Storage

/// The records of one entity in a snapshot.
struct TableVersion: Sendable {
  let layout: TableLayout
  let numbers: RecordNumbers
  let live: LiveRows
  /// One column for each of the layout's fields.
  let fields: [Column]
  /// One column for each of the layout's references.
  let references: [[Int64]]
  /// For each column of references the positions among the members of the owners.
  let positions: [[Int64]?]
  /// For each column of references the dangling ones.
  let dangling: [DanglingReferences]
  let uniqueIndexes: [RowIndex]
  let memberIndexes: MemberIndexCache
  let origin: String?
  /// The fields, if they are read when they are needed; ``fields`` are empty then.
  let deferred: DeferredColumns?

  /// The number of rows, including dead ones.
  var rowCount: Int { numbers.count }

  /// The columns of `sources`.
  func columns(of sources: [ColumnSource]) throws -> [Column] {
    guard let deferred else { return try sources.map(column) }
    // A table with deferred columns has no relationships.
    return try deferred.columns(
      sources.map { source throws(StoreError) in
        guard case .attribute(let path) = source, layout.place(of: path) != nil else {
          throw unknown("\(source)")
        }
        return path
      }
    )
  }

  private func column(of source: ColumnSource) throws(StoreError) -> Column {
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

  /// The rows that reference each owner through the to-one relationship `name`.
  func memberIndex(of name: String, ownerCount: Int) throws(StoreError) -> MemberIndex {
    guard let place = layout.referencePlace(of: name) else { throw unknown(name) }
    return memberIndexes.index(of: RelationshipEnd(entity: layout.entity, name: name)) {
      var index = MemberIndex(owners: references[place], ownerCount: ownerCount)
      if let positions = positions[place] { index.sort(by: positions) }
      return index
    }
  }

  /// The rows with these values in the unique key `paths`, in any order; null for missing ones. Nil
  /// if there is no such key.
  func rows(where paths: [AttributePath], equal columns: [Column]) -> [Int64]? {
    let wanted = Dictionary(keepingFirst: zip(paths, columns))
    // Indexes of deferred columns are made when they are read.
    guard deferred == nil, wanted.count == paths.count,
      let place = layout.uniqueKeys.firstIndex(where: { Set($0.paths) == Set(paths) })
    else { return nil }
    let key = layout.uniqueKeys[place]
    let stored = KeyColumns(columns: key.places.map { fields[$0] })
    let keys = KeyColumns(columns: key.paths.compactMap { wanted[$0] })
    return keys.hashes().enumerated().map { row, hash in
      guard hash != 0 else { return Column.nullReference }
      return uniqueIndexes[place].row(hash) { stored.isEqual($0, keys, row) }.map { Int64($0) }
        ?? Column.nullReference
    }
  }

  /// The dangling references of the to-one relationship `name`.
  func danglingReferences(of name: String) throws(StoreError) -> [DanglingReference] {
    guard let place = layout.referencePlace(of: name) else { throw unknown(name) }
    return dangling[place].all.map { row, number in
      DanglingReference(
        owner: .number(numbers.number(of: Int(row))),
        target: .number(number)
      )
    }
  }

  /// The deleted records that `rows` reference through the to-one relationship `name`.
  func danglingTargets(of name: String, at rows: [Int64]) throws(StoreError) -> [RecordKey?] {
    guard let place = layout.referencePlace(of: name) else { throw unknown(name) }
    return rows.map { dangling[place].number(of: $0).map(RecordKey.number) }
  }

  private func unknown(_ property: String) -> StoreError {
    .unknownProperty(entity: layout.entity, property: property)
  }
}

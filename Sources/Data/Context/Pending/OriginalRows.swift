import Columns
import Model
import Storage

/// Records before the pending changes touched them.
struct OriginalRows {
  private let layout: EntityLayout
  private var rows: [RecordKey: Int] = [:]
  private var fields: [any ColumnBuilder]
  private var references: [[RecordKey?]]
  /// The positions by reference; empty for unordered relationships.
  private var positions: [[Int64]]

  init(_ layout: EntityLayout) {
    self.layout = layout
    fields = layout.emptyColumns.map { makeColumnBuilder(continuing: $0) }
    references = layout.references.map { _ in [] }
    positions = layout.references.map { _ in [] }
  }

  /// An independent copy.
  func detached() -> OriginalRows {
    var copy = self
    copy.fields = fields.map { makeColumnBuilder(continuing: $0.column) }
    return copy
  }

  /// The same rows with new members, which are nil.
  func laidOut(by new: EntityLayout) -> OriginalRows {
    var copy = OriginalRows(new)
    copy.rows = rows
    for (place, field) in new.fields.enumerated() {
      if let previous = layout.fieldPlaces[field.path] {
        copy.fields[place] = fields[previous]
      } else {
        copy.fields[place].append(nulls: rows.count)
      }
    }
    for (place, reference) in new.references.enumerated() {
      let previous = layout.referencePlaces[reference.relationship.name]
      copy.references[place] = previous.map { references[$0] } ?? rows.map { _ in nil }
      guard reference.hasPositions else { continue }
      copy.positions[place] = previous.map { positions[$0] } ?? rows.map { _ in 0 }
    }
    return copy
  }

  /// The stored records.
  var keys: some Collection<RecordKey> { rows.keys }

  /// The row of a record; nil if it is not stored.
  func row(of key: RecordKey) -> Int? { rows[key] }

  /// Adds records, except those that are already stored.
  mutating func add(_ added: WholeRows, keys: [RecordKey]) {
    let new = keys.indices.filter { rows[keys[$0]] == nil }
    let count = rows.count
    for (offset, place) in new.enumerated() { rows[keys[place]] = count + offset }
    let isAll = new.count == keys.count
    let chosen = new.map(Int64.init)
    for place in fields.indices {
      let column = isAll ? added.fields[place] : added.fields[place].gathered(at: chosen)
      _ = fields[place].append(contentsOf: column)
    }
    for place in references.indices {
      let given = added.references[place]
      references[place].append(contentsOf: new.map { given.targets[$0] })
      guard let places = given.positions else { continue }
      positions[place].append(contentsOf: new.map { places[$0] })
    }
  }

  func value(_ row: Int, field place: Int) -> Value { fields[place].column.value(at: row) }

  func target(_ row: Int, reference place: Int) -> RecordKey? { references[place][row] }

  /// The position of a record among the members of its owner.
  func position(_ row: Int, reference place: Int) -> Int64 { positions[place][row] }
}

extension Overlay {
  /// The original values of the records in `changes`.
  func originals(of changes: ChangeSet) throws -> ChangeSet {
    var previous = ChangeSet()
    previous.inserted = try changes.deleted.map { selection in
      let layout = try schema.layout(selection.entity)
      return try originals(
        RecordRows(entity: selection.entity, keys: selection.keys),
        fields: layout.fields.map(\.path),
        references: layout.references.map(\.relationship.name)
      )
    }
    previous.updated = try changes.updated.map { rows in
      try originals(
        RecordRows(entity: rows.entity, keys: rows.keys),
        fields: Array(rows.columns.keys),
        references: Array(rows.references.keys)
      )
    }
    return previous
  }

  private func originals(
    _ rows: RecordRows,
    fields: [AttributePath],
    references: [String]
  ) throws -> RecordRows {
    let layout = try schema.layout(rows.entity)
    let originals = tables[rows.entity]?.originals
    let places = rows.keys.all.map { originals?.row(of: $0) }
    var result = rows
    for path in fields {
      guard let field = layout.fieldPlaces[path] else { continue }
      let builder = makeColumnBuilder(continuing: layout.emptyColumns[field])
      for place in places {
        _ = builder.append(place.flatMap { originals?.value($0, field: field) } ?? .null)
      }
      result.columns[path] = builder.column
    }
    for name in references {
      guard let reference = layout.referencePlaces[name] else { continue }
      result.references[name] = RecordReferences(
        targets: places.map { place in
          place.flatMap { originals?.target($0, reference: reference) }
        }
      )
    }
    return result
  }
}

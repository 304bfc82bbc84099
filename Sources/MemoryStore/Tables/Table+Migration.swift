import Columns
import Model
import Storage

extension Table {
  /// A table without rows whose next row gets the next one of `numbers`.
  convenience init(empty layout: TableLayout, numbers: RecordNumbers) {
    self.init(
      layout: layout,
      numbers: numbers,
      fields: layout.fields.compactMap { Column.empty(of: $0.type) }
        .map { makeColumnBuilder(continuing: $0) },
      references: layout.references.map { ReferenceColumn(nulls: 0, $0) },
      uniqueIndexes: layout.uniqueFields.map { _ in RowIndex() }
    )
  }

  /// The same rows laid out anew; throws where that could lose data.
  func migrated(to new: TableLayout, _ columns: MigratedColumns) throws(StoreError) -> Table {
    guard count > 0 else { return Table(empty: new, numbers: numbers) }
    try checkNothingIsLost(in: new, columns)
    var newFields: [any ColumnBuilder] = []
    for field in new.fields { newFields.append(try migratedField(field, new, columns)) }
    var newReferences: [ReferenceColumn] = []
    for reference in new.references {
      newReferences.append(try migratedReference(reference, new, columns))
    }
    var newIndexes: [RowIndex] = []
    for place in new.uniqueFields {
      newIndexes.append(try migratedIndex(of: &newFields[place], new.fields[place], new))
    }
    return Table(
      layout: new,
      numbers: numbers,
      fields: newFields,
      references: newReferences,
      uniqueIndexes: newIndexes
    )
  }

  /// The whole column at `path`.
  func column(at path: AttributePath) throws(StoreError) -> Column {
    guard let place = layout.place(of: path) else {
      throw .unknownProperty(entity: layout.entity, property: path.description)
    }
    return fields[place].column
  }

  /// Checks that every column which holds something has a place in `new`.
  private func checkNothingIsLost(
    in new: TableLayout,
    _ columns: MigratedColumns
  ) throws(StoreError) {
    for (place, field) in layout.fields.enumerated()
    where !new.keeps(field) && !columns.uses(field.path) {
      guard fields[place].column.validCount == 0 else {
        throw new.conflict("\(field.path) would lose its values")
      }
    }
    for (place, reference) in layout.references.enumerated() where !new.keeps(reference) {
      guard references[place].builder.column.validCount == 0 else {
        throw new.conflict("\(reference.relationship.name) would lose its records")
      }
    }
  }

  private func migratedField(
    _ field: StoredField,
    _ new: TableLayout,
    _ columns: MigratedColumns
  ) throws(StoreError) -> any ColumnBuilder {
    let fill = columns.fills.first { $0.path == field.path && $0.column.count == count }
    let builder =
      keptField(field) ?? fill.map { makeColumnBuilder(continuing: $0.column) }
      ?? makeNullField(field)
    if let text = builder.column.firstText(thatIsNoCaseOf: field.type) {
      throw new.conflict(
        "\(field.path) holds \"\(text)\", which is no case of \(field.type.declaredName ?? "")"
      )
    }
    guard field.isOptional || builder.column.validCount == count else {
      throw new.conflict("\(field.path) is required and some records have no value")
    }
    return builder
  }

  private func migratedReference(
    _ reference: ReferenceLayout,
    _ new: TableLayout,
    _ columns: MigratedColumns
  ) throws(StoreError) -> ReferenceColumn {
    let join = columns.joins.first { $0.relation.relationship == reference.relationship.name }
    var column =
      join.map { ReferenceColumn($0.references, reference) } ?? keptReference(reference)
      ?? ReferenceColumn(nulls: count, reference)
    let isOptional = reference.relationship.isOptional
    guard isOptional || column.builder.column.validCount == count else {
      throw new.conflict(
        "\(reference.relationship.name) is required and some records lead to none"
      )
    }
    if reference.hasPositions, column.positions == nil {
      column.positions = Array(repeating: 0, count: count)
    } else if !reference.hasPositions {
      column.positions = nil
    }
    return column
  }

  /// The index of a column that is unique from now on; it gets distinct texts if it has none.
  private func migratedIndex(
    of builder: inout any ColumnBuilder,
    _ field: StoredField,
    _ new: TableLayout
  ) throws(StoreError) -> RowIndex {
    let column = builder.column.withDistinctTexts
    var index = RowIndex()
    if index.add(0..<count, of: column) != nil {
      throw new.conflict("\(field.path) is not unique in the records there are")
    }
    builder = makeColumnBuilder(continuing: column)
    return index
  }

  private func keptField(_ field: StoredField) -> (any ColumnBuilder)? {
    guard let place = layout.place(of: field.path), layout.keeps(field) else { return nil }
    return fields[place]
  }

  private func keptReference(_ reference: ReferenceLayout) -> ReferenceColumn? {
    guard let place = layout.referencePlace(of: reference.relationship.name),
      layout.keeps(reference)
    else { return nil }
    return references[place]
  }

  private func makeNullField(_ field: StoredField) -> any ColumnBuilder {
    // The layout has checked that there are columns of this type.
    let builder = makeColumnBuilder(
      continuing: Column.empty(of: field.type) ?? .bool(FixedColumn(values: []))
    )
    builder.append(nulls: count)
    return builder
  }
}

extension ReferenceColumn {
  /// A column of `count` rows that lead nowhere.
  fileprivate init(nulls count: Int, _ layout: ReferenceLayout) {
    builder = ReferenceColumnBuilder(FixedColumn(values: []))
    positions = layout.hasPositions ? [] : nil
    append(nulls: count)
  }

  /// A column of rows that lead to `references`.
  fileprivate init(_ references: [Int64], _ layout: ReferenceLayout) {
    builder = ReferenceColumnBuilder(FixedColumn(values: references))
    positions = layout.hasPositions ? Array(repeating: 0, count: references.count) : nil
  }
}

extension TableLayout {
  /// Whether a column for `field` of another layout can be one of this layout as it is.
  fileprivate func keeps(_ field: StoredField) -> Bool {
    place(of: field.path).map { fields[$0].type.isStored(like: field.type) } ?? false
  }

  /// Whether a column for `reference` of another layout can be one of this layout as it is.
  ///
  /// The inverse of a one-to-one relationship has a column too, so it must stay the same.
  fileprivate func keeps(_ reference: ReferenceLayout) -> Bool {
    guard let place = referencePlace(of: reference.relationship.name) else { return false }
    let (own, other) = (references[place], reference)
    return own.relationship.destination == other.relationship.destination
      && own.inverse.isToMany == other.inverse.isToMany
      && (own.inverse.isToMany || own.inverse.name == other.inverse.name)
  }
}

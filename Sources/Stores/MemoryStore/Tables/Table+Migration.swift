import Columns
import Model
import Storage

extension Table {
  /// Creates an empty table whose next row gets the next one of `numbers`.
  convenience init(empty layout: TableLayout, numbers: RecordNumbers) {
    self.init(
      layout: layout,
      numbers: numbers,
      fields: layout.fields.compactMap { Column.empty(of: $0.type) }
        .map { makeColumnBuilder(continuing: $0) },
      references: layout.references.map { ReferenceColumn(nulls: 0, $0) },
      uniqueIndexes: layout.uniqueKeys.map { _ in RowIndex() }
    )
  }

  /// The table with a new layout; throws all conflicts. All rows must be live.
  func migrated(to new: TableLayout, _ columns: MigratedColumns) throws(StoreError) -> Table {
    guard rowCount > 0 else { return Table(empty: new, numbers: numbers) }
    var conflicts = columns.allowsLoss ? [] : losses(in: new, columns)
    let newFields = new.fields.map { migratedField($0, columns, &conflicts) }
    conflicts += incompleteComposites(
      new.fields,
      newFields.map(\.column),
      columns.renames
    )
    let newReferences = new.references.map { migratedReference($0, columns, &conflicts) }
    let newIndexes = new.uniqueKeys.map { migratedIndex(of: $0, newFields, &conflicts) }
    guard conflicts.isEmpty else {
      throw .schemaConflict(entity: layout.entity, conflicts: conflicts)
    }
    return Table(
      layout: new,
      numbers: numbers,
      fields: newFields,
      references: newReferences,
      uniqueIndexes: newIndexes
    )
  }

  /// The column at `path`.
  func column(at path: AttributePath) throws(StoreError) -> Column {
    guard let place = layout.place(of: path) else {
      throw .unknownProperty(entity: layout.entity, property: path.description)
    }
    return fields[place].column
  }

  /// The columns with values that have no place in `new`.
  private func losses(in new: TableLayout, _ columns: MigratedColumns) -> [SchemaConflict] {
    let fields = zip(layout.fields, fields).compactMap { field, builder -> SchemaConflict? in
      let count = builder.column.validCount
      guard count > 0, !columns.uses(field.path),
        !new.keeps(field, at: columns.renames.current(field.path))
      else { return nil }
      return .losesValues(property: field.path.description, count: count)
    }
    let links = zip(layout.references, references).compactMap { reference, column in
      let count = column.builder.column.validCount
      let name = columns.renames.currentReference(reference.relationship.name)
      return count == 0 || new.keeps(reference, as: name)
        ? nil : SchemaConflict.losesLinks(property: reference.relationship.name, count: count)
    }
    return fields + links
  }

  private func migratedField(
    _ field: StoredField,
    _ columns: MigratedColumns,
    _ conflicts: inout [SchemaConflict]
  ) -> any ColumnBuilder {
    let fill = columns.fills.first { $0.path == field.path && $0.column.count == rowCount }
    let previous = columns.renames.previous(field.path)
    let filled = fill.map { makeColumnBuilder(continuing: $0.column) }
    let builder =
      (fill?.replaces == true ? filled : nil) ?? keptField(field, at: previous) ?? filled
      ?? makeNullField(field)
    let property = field.path.description
    if let text = builder.column.firstText(thatIsNoCaseOf: field.type) {
      let enumeration = field.type.declaredName ?? ""
      conflicts.append(.noCase(property: property, text: text, enumeration: enumeration))
    }
    let missing = rowCount - builder.column.validCount
    if missing > 0, !field.isOptional, columns.allowsLoss || !changesType(field, formerly: previous)
    {
      conflicts.append(.lacksValues(property: property, count: missing))
    }
    return builder
  }

  /// Whether the field at the old path `former` changes its type. Losing its values is then
  /// reported only once.
  func changesType(_ field: StoredField, formerly previous: AttributePath) -> Bool {
    layout.place(of: previous) != nil && !layout.keeps(field, at: previous)
  }

  private func migratedReference(
    _ reference: ReferenceLayout,
    _ columns: MigratedColumns,
    _ conflicts: inout [SchemaConflict]
  ) -> ReferenceColumn {
    let name = reference.relationship.name
    let join = columns.joins.first { $0.relation.relationship == name }
    let fill = columns.references.first {
      $0.relationship == name && $0.targets.count == rowCount
    }
    var column =
      fill.map { ReferenceColumn($0.targets, reference) }
      ?? join.map { ReferenceColumn($0.references, reference) }
      ?? keptReference(reference, named: columns.renames.oldReference(name))
      ?? ReferenceColumn(nulls: rowCount, reference)
    // Dangling references count as set.
    let missing = rowCount - column.builder.column.validCount - column.dangling.count
    if missing > 0, !reference.relationship.isOptional {
      conflicts.append(.lacksValues(property: name, count: missing))
    }
    if reference.hasPositions, column.positions == nil {
      column.positions = Array(repeating: 0, count: rowCount)
    } else if !reference.hasPositions {
      column.positions = nil
    }
    if !reference.keepsDangling { column.dangling = DanglingReferences() }
    return column
  }

  /// Creates the index of a unique key, with the first row of each value.
  ///
  /// Duplicates in compound keys are reported later, with more details.
  private func migratedIndex(
    of key: UniqueKey,
    _ fields: [any ColumnBuilder],
    _ conflicts: inout [SchemaConflict]
  ) -> RowIndex {
    let keys = KeyColumns(columns: key.places.map { fields[$0].column })
    let hashes = keys.hashes()
    let index = RowIndex(keys, hashes)
    if key.places.count == 1, index.count < hashes.count(where: { $0 != 0 }) {
      conflicts.append(.repeatedValues(property: key.description))
    }
    return index
  }

  /// The compound keys with duplicates, directly after a schema change.
  func repeatedKeys() -> [SchemaConflict] {
    zip(layout.uniqueKeys, uniqueIndexes).compactMap { key, index in
      guard key.places.count > 1 else { return nil }
      let count = columns(of: key).hashes().count { $0 != 0 }
      return index.count < count ? .repeatedValues(property: key.description) : nil
    }
  }

  private func keptField(
    _ field: StoredField,
    at path: AttributePath
  ) -> (any ColumnBuilder)? {
    guard let place = layout.place(of: path), layout.keeps(field, at: path) else { return nil }
    return fields[place]
  }

  private func keptReference(_ reference: ReferenceLayout, named name: String) -> ReferenceColumn? {
    guard let place = layout.referencePlace(of: name), layout.keeps(reference, as: name) else {
      return nil
    }
    return references[place]
  }

  private func makeNullField(_ field: StoredField) -> any ColumnBuilder {
    // The layout has checked that the type can be stored.
    let builder = makeColumnBuilder(
      continuing: Column.empty(of: field.type) ?? .bool(FixedColumn(values: []))
    )
    builder.append(nulls: rowCount)
    return builder
  }
}

extension ReferenceColumn {
  /// Creates a column of `count` null rows.
  fileprivate init(nulls count: Int, _ layout: ReferenceLayout) {
    self.init(
      ReferenceColumnBuilder(FixedColumn(values: [])),
      positions: layout.hasPositions ? [] : nil
    )
    append(nulls: count)
  }

  /// Creates a column of rows with `references`.
  fileprivate init(_ references: [Int64], _ layout: ReferenceLayout) {
    self.init(
      ReferenceColumnBuilder(FixedColumn(values: references)),
      positions: layout.hasPositions ? Array(repeating: 0, count: references.count) : nil
    )
  }
}

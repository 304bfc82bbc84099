import Model
import SQLGeneration

/// The mapping of the entities.
extension PlainEntities {
  /// The mapping of the entity at index `place` of the tables.
  func mapping(_ place: Int) -> EntityMapping {
    let table = tables[place]
    let primaryKey = table.primaryKey
    let isNumbered = table.rowNumberName == nil
    var mapping = EntityMapping(
      entity: names[place] ?? "",
      table: table.tableName ?? table.name,
      schema: table.schema,
      source: isNumbered ? .numbered(orderedBy: primaryKey.map(\.name)) : .table,
      rowNumber: table.rowNumberName ?? table.freeNumberName ?? "rowid",
      key: key(place)
    )
    (mapping.isInherited, mapping.isView) = (table.isInherited, table.kind == .view)
    let plans = members.relationships[place]
    for column in table.columns where !plans.contains(where: { $0.key.columns == [column.name] }) {
      guard let name = members.name(ofColumn: column.name, place) else { continue }
      let own = columnMapping(column, table, isReadOnly(column, place))
      if column.parts.isEmpty { mapping.fields[AttributePath([name])] = own }
      for part in column.parts {
        var field = own
        (field.part, field.codec) = (part.name, part.codec)
        mapping.fields[AttributePath([name, part.field])] = field
      }
    }
    addRelationships(of: place, to: &mapping)
    return mapping
  }

  private func addRelationships(of place: Int, to mapping: inout EntityMapping) {
    for plan in members.relationships[place] {
      mapping.toOnes[plan.name] = ToOneMapping(
        columns: plan.key.columns,
        targets: plan.key.referencesRowNumber ? [] : plan.key.targets,
        mayDangle: plan.key.mayDangle,
        convertedColumns: plan.key.convertedColumns,
        holdsNumbers: plan.key.referencesRowNumber
          && plan.key.columns.allSatisfy(tables[place].holdsNumbers),
        isIndexed: tables[place].indexes.contains { index in
          !index.isSpecial
            && Set(index.columns.prefix(plan.key.columns.count)) == Set(plan.key.columns)
        }
      )
    }
    for plan in members.referring[place] {
      if plan.key.isOneToOne {
        mapping.toOnes[plan.inverse] = ToOneMapping(columns: [])
      } else {
        mapping.toManys[plan.inverse] = .inverse
      }
    }
    for join in joins(place) {
      mapping.toManys[join.relationship.name] = .joinTable(join.mapping)
    }
  }

  private func key(_ place: Int) -> EntityMapping.Key {
    let table = tables[place]
    if let column = table.rowNumberColumn { return .number(column: column.name) }
    if table.kind != .table || table.primaryKey.isEmpty { return .number(column: nil) }
    return .values(
      table.primaryKey.map { column in
        EntityMapping.KeyPart(
          column: columnMapping(typeColumn(column, place), table, false, named: column.name),
          type: typeColumn(column, place).type.type
        )
      }
    )
  }

  private func columnMapping(
    _ column: CatalogueColumn,
    _ table: CatalogueTable,
    _ isReadOnly: Bool,
    named name: String? = nil
  ) -> ColumnMapping {
    let codec = column.type.codec
    let holds = table.isStrict && codec != .looseText
    var mapping = ColumnMapping(
      name ?? column.name,
      codec,
      isTrusted: holds || column.name == table.rowNumberColumn?.name,
      isReadOnly: isReadOnly
    )
    mapping.digits = column.digits
    return mapping
  }
}

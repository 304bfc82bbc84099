import Model

/// The identities of records: primary keys.
extension PlainEntities {
  /// The identity of the entity at index `place` of the tables; fixed if no key identifies a row.
  func identity(_ place: Int) -> RecordIdentity {
    let table = tables[place]
    guard table.kind == .table else { return .fixed }
    if table.primaryKey.isEmpty { return table.rowNumberName == nil ? .fixed : .number }
    let parts = table.primaryKey.compactMap { identityPart($0, place) }
    guard parts.count == table.primaryKey.count, let first = parts.first else { return .fixed }
    return table.rowNumberColumn == nil ? .values(parts) : .numberIn(first.member)
  }

  /// A column of a primary key: an attribute, or a relationship; nil if the related record is
  /// identified by other columns than those that the foreign key references.
  private func identityPart(_ column: CatalogueColumn, _ place: Int) -> IdentityPart? {
    guard let plan = plan(of: column.name, place) else {
      return members.name(ofColumn: column.name, place).map { IdentityPart($0) }
    }
    let key = tables[plan.key.destination].primaryKey.map(\.name)
    return target(of: column.name, plan).flatMap(key.firstIndex).map {
      IdentityPart(plan.name, place: $0)
    }
  }

  /// The relationship of a column; one with a single column comes first.
  private func plan(of column: String, _ place: Int) -> RelationshipPlan? {
    let plans = members.relationships[place]
    return plans.first { $0.key.columns == [column] }
      ?? plans.first { $0.key.columns.contains(column) }
  }

  private func target(of column: String, _ plan: RelationshipPlan) -> String? {
    plan.key.columns.firstIndex(of: column).map { plan.key.targets[$0] }
  }

  /// The column that determines the type of a column of a primary key: the one that a foreign key
  /// references, so that keys are equal on both sides.
  func typeColumn(_ column: CatalogueColumn, _ place: Int) -> CatalogueColumn {
    guard let plan = plan(of: column.name, place) else { return column }
    return target(of: column.name, plan).flatMap(tables[plan.key.destination].column) ?? column
  }
}

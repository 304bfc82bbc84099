import Expressions
import Model
import SQLGeneration

/// Converts tables to entities.
struct PlainEntities {
  let tables: [CatalogueTable]
  /// The entities' names by the indices of their tables.
  let names: [Int: String]
  let members: MemberNames

  /// The entity at index `place` of the tables.
  func entity(_ place: Int) -> Entity {
    let properties = ownMembers(place) + inverses(place)
    let attributes = properties.compactMap { property in
      if case .attribute(let attribute) = property { attribute } else { nil }
    }
    return Entity(
      name: names[place] ?? "",
      documentation: documentation(tables[place]),
      properties: properties,
      displayProperty: DisplayedColumn.name(
        among: attributes,
        table: tables[place].name
      ),
      constraints: constraints(place),
      identity: identity(place)
    )
  }

  private func documentation(_ table: CatalogueTable) -> String? {
    switch table.kind {
    case .view: "a view, which cannot be changed"
    case .virtual: "a virtual table, which cannot be changed"
    case .table: table.comment
    }
  }

  // MARK: Members

  private func ownMembers(_ place: Int) -> [Property] {
    let plans = members.relationships[place]
    return tables[place].columns.flatMap { column -> [Property] in
      let leading = plans.filter { $0.key.columns.first == column.name }
      let relationships = leading.map { Property.relationship(relationship($0)) }
      return relationships + valueMember(column, place, plans)
    }
  }

  /// The attribute with the value of a column; none if a relationship took its name.
  private func valueMember(
    _ column: CatalogueColumn,
    _ place: Int,
    _ plans: [RelationshipPlan]
  ) -> [Property] {
    guard let plan = plans.first(where: { $0.key.columns == [column.name] }) else {
      return attribute(column, place).map { [.attribute($0)] } ?? []
    }
    guard let name = plan.keyName, let entity = names[place],
      let value = keyValue(column.name, place, .scope(level: 0, entity: entity))
    else { return [] }
    return [
      .computed(
        ComputedAttribute(
          name: name,
          expression: value,
          text: FetchTextPrinter().definition(of: value)
        )
      )
    ]
  }

  /// The value of a column, read from the record at the end of the foreign keys that begin with it;
  /// nil if they form a cycle.
  private func keyValue(
    _ column: String,
    _ place: Int,
    _ record: RecordExpression
  ) -> TypedExpression? {
    var (column, place, record) = (column, place, record)
    // Longer chains are unlikely, and expressions are evaluated recursively.
    for _ in 0..<20 {
      let plans = members.relationships[place]
      guard let plan = plans.first(where: { $0.key.columns == [column] }),
        let owner = names[place], let destination = names[plan.key.destination],
        let target = plan.key.targets.first
      else {
        return tables[place].column(column).flatMap { attribute($0, place) }.map {
          TypedExpression(.attribute(AttributePath([$0.name]), of: record), $0.type)
        }
      }
      let reference = RelationshipReference(
        entity: owner,
        name: plan.name,
        destination: destination,
        isToMany: false
      )
      (column, place, record) = (target, plan.key.destination, .toOne(reference, of: record))
    }
    return nil
  }

  private func attribute(_ column: CatalogueColumn, _ place: Int) -> Attribute? {
    guard let name = members.name(ofColumn: column.name, place) else { return nil }
    let table = tables[place]
    let declared = column.type
    let isReadOnly = isReadOnly(column, place)
    return Attribute(
      name: name,
      type: declared.type,
      isOptional: !isRequired(column, table) || isReadOnly || table.kind != .table,
      isUnique: column.parts.isEmpty && declared.codec.distinguishesValues
        && table.areUnique([column.name]),
      defaultValue: isReadOnly
        ? nil : column.defaultText.flatMap { SQLDefault.value($0, of: declared.type) },
      isReadOnly: isReadOnly,
      source: source(column)
    )
  }

  /// Details of a column for readers.
  private func source(_ column: CatalogueColumn) -> AttributeSource? {
    let isGenerated = column.isGenerated && column.knownType != nil
    let notes = [isGenerated ? "set by the database" : nil, column.comment].compactMap(\.self)
    guard !notes.isEmpty || column.textType != nil else { return nil }
    return AttributeSource(
      columnType: column.textType,
      note: notes.isEmpty ? nil : notes.joined(separator: "; ")
    )
  }

  /// Whether a new record must have a value. The database computes some parts of keys.
  private func isRequired(_ column: CatalogueColumn, _ table: CatalogueTable) -> Bool {
    if column.keyPlace == 0 { return column.isNotNull }
    return !column.isComputedByDefault || column.name == table.rowNumberColumn?.name
  }

  /// Whether a column is computed or belongs to a relationship.
  func isReadOnly(_ column: CatalogueColumn, _ place: Int) -> Bool {
    column.isGenerated
      || members.relationships[place].contains { $0.key.columns.contains(column.name) }
  }

  // MARK: Relationships

  private func relationship(_ plan: RelationshipPlan) -> Relationship {
    Relationship(
      name: plan.name,
      destination: names[plan.key.destination] ?? "",
      isToMany: false,
      isOptional: !plan.key.isRequired,
      inverse: plan.inverse
    )
  }

  /// The inverses of the relationships that reference this table.
  private func inverses(_ place: Int) -> [Property] {
    let back = members.referring[place].map { plan in
      Relationship(
        name: plan.inverse,
        destination: names[plan.key.owner] ?? "",
        isToMany: !plan.key.isOneToOne,
        deleteRule: plan.deleteRule,
        inverse: plan.name
      )
    }
    return (back + joins(place).map(\.relationship)).map(Property.relationship)
  }

  /// A relationship through a join table.
  struct JoinEnd {
    let relationship: Relationship
    let mapping: JoinTableMapping
  }

  func joins(_ place: Int) -> [JoinEnd] {
    members.joins.flatMap { plan -> [JoinEnd] in
      let (first, second) = plan.table.keys
      return
        (first.destination == place ? [joinEnd(plan, first, second, plan.first, plan.second)] : [])
        + (second.destination == place
          ? [joinEnd(plan, second, first, plan.second, plan.first)] : [])
    }
  }

  private func joinEnd(
    _ plan: JoinPlan,
    _ owner: ResolvedForeignKey,
    _ member: ResolvedForeignKey,
    _ name: String,
    _ inverse: String
  ) -> JoinEnd {
    JoinEnd(
      relationship: Relationship(
        name: name,
        destination: names[member.destination] ?? "",
        isToMany: true,
        inverse: inverse
      ),
      mapping: JoinTableMapping(
        table: plan.table.table,
        schema: plan.table.schema,
        owner: joinColumn(owner),
        member: joinColumn(member)
      )
    )
  }

  private func joinColumn(_ key: ResolvedForeignKey) -> JoinColumn {
    JoinColumn(
      key.columns.first ?? "",
      target: key.referencesRowNumber ? nil : key.targets.first,
      isConverted: !key.convertedColumns.isEmpty
    )
  }

  // MARK: Keys

  private func constraints(_ place: Int) -> EntityConstraints {
    let table = tables[place]
    let keys = [table.primaryKey.map(\.name)] + table.indexes.filter(\.isUniqueKey).map(\.columns)
    let others = table.indexes.filter { !$0.isUnique && !$0.isSpecial }.map(\.columns)
    return EntityConstraints(
      uniqueKeys: attributes(keys.filter { $0.count > 1 }, place),
      indexes: attributes(others, place),
      others: otherKeys(keys, place) + table.checks
    )
  }

  /// `unique (order, line)` for the distinct keys with relationships.
  private func otherKeys(_ keys: [[String]], _ place: Int) -> [String] {
    var seen: Set<Set<String>> = []
    return keys.filter { $0.count > 1 && attributes([$0], place).isEmpty }.compactMap { key in
      let names = key.compactMap { column in
        members.relationships[place].first { $0.key.columns == [column] }?.name
          ?? members.name(ofColumn: tables[place].column(column)?.name ?? column, place)
      }
      return names.count == key.count && seen.insert(Set(names)).inserted
        ? "unique (\(names.joined(separator: ", ")))" : nil
    }
  }

  /// The distinct keys that consist of attributes.
  private func attributes(_ keys: [[String]], _ place: Int) -> [[String]] {
    var seen: Set<Set<String>> = []
    return keys.compactMap { key in
      let names = key.compactMap { column -> String? in
        guard !isReadOnly(name: column, place), tables[place].column(column)?.parts.isEmpty ?? true
        else { return nil }
        return members.name(ofColumn: tables[place].column(column)?.name ?? column, place)
      }
      return names.count == key.count && seen.insert(Set(names)).inserted ? names : nil
    }
  }

  private func isReadOnly(name: String, _ place: Int) -> Bool {
    tables[place].column(name).map { isReadOnly($0, place) } ?? true
  }
}

extension ColumnCodec {
  /// Whether values that differ in SQLite differ when they are read.
  fileprivate var distinguishesValues: Bool {
    switch self {
    case .date, .looseText: false
    default: true
    }
  }
}

import Columns
import Model
import Storage

extension StoreState {
  /// The state after a schema change; throws if data would be lost, without changing anything.
  ///
  /// Unchanged tables belong to both states. No table has dead rows.
  func migrated(by change: SchemaChange) throws(StoreError) -> StoreState {
    var migrated = self
    migrated.schema = change.result(of: schema)
    migrated.storedSchema = migrated.schema.asStored
    let isFlat = !schema.hasInheritance && !migrated.schema.hasInheritance
    let changed = changedEntities(
      to: migrated.storedSchema,
      among: (isFlat && change.schema == nil ? change.entities : migrated.storedSchema.entities)
        .map(\.name),
      change
    )
    for entity in migrated.storedSchema.entities where changed.contains(entity.name) {
      migrated.tables[entity.name] = try migratedTable(entity, in: migrated.storedSchema, change)
    }
    for (name, table) in tables where migrated.storedSchema.entity(name) == nil {
      guard migrated.storedSchema.currentName(of: name, in: storedSchema) == nil else {
        migrated.tables[name] = nil
        continue
      }
      guard table.live.count == 0 || change.allowsLoss else {
        throw .schemaConflict(entity: name, conflicts: [.otherParent(count: table.live.count)])
      }
      migrated.tables[name] = nil
    }
    if !linkTables.isEmpty || migrated.storedSchema.hasManyToMany(changed) {
      migrated.linkTables = try migratedLinkTables(
        to: migrated.storedSchema,
        allowsLoss: change.allowsLoss
      )
    }
    for fill in change.linkFills { migrated.linkTables[fill.end]?.add(fill) }
    return migrated
  }

  /// The stored entities that change, and those related to them.
  private func changedEntities(
    to new: Schema,
    among candidates: [String],
    _ change: SchemaChange
  ) -> Set<String> {
    var changed = Set(
      change.fills.map(\.entity) + change.relations.map(\.entity)
        + change.referenceFills.map(\.entity)
    )
    for name in candidates where new.entity(name) != storedSchema.entity(name) {
      changed.insert(name)
      for entity in [new.entity(name), storedSchema.entity(name)].compactMap({ $0 }) {
        changed.formUnion(entity.relationships.map(\.destination))
      }
    }
    return changed
  }

  private func migratedTable(
    _ entity: Entity,
    in schema: Schema,
    _ change: SchemaChange
  ) throws(StoreError) -> Table {
    let layout = try TableLayout(entity, in: schema)
    guard let table = tables[schema.oldName(of: entity.name, in: storedSchema)] else {
      return Table(empty: layout, numbers: RecordNumbers())
    }
    let columns = MigratedColumns(
      fills: change.fills.filter { $0.entity == entity.name },
      joins: try joins(change.relations.filter { $0.entity == entity.name }),
      references: change.referenceFills.filter { $0.entity == entity.name },
      renames: ColumnRenames(of: entity, from: table.layout),
      allowsLoss: change.allowsLoss
    )
    if layout == table.layout, columns.isEmpty { return table }
    return try table.migrated(to: layout, columns)
  }

  /// Checks compound unique keys after a change of `former`.
  func checkKeys(since previous: StoreState) throws(StoreError) {
    for entity in storedSchema.entities {
      let table = try table(entity.name)
      guard table !== previous.tables[entity.name] else { continue }
      let conflicts = table.repeatedKeys()
      if !conflicts.isEmpty { throw .schemaConflict(entity: entity.name, conflicts: conflicts) }
    }
  }

  /// The references of each relation, row by row.
  private func joins(_ relations: [ColumnRelation]) throws(StoreError) -> [MigratedColumns.Join] {
    var joins: [MigratedColumns.Join] = []
    for relation in relations {
      let keys = try table(relation.destination).column(at: relation.key)
      let column = try table(relation.entity).column(at: relation.attribute)
      joins.append(
        MigratedColumns.Join(
          relation: relation,
          references: KeyJoin.references(of: column, among: keys)
        )
      )
    }
    return joins
  }

  /// The link tables of all many-to-many relationships of `schema`, each under both of its ends.
  private func migratedLinkTables(
    to schema: Schema,
    allowsLoss: Bool
  ) throws(StoreError) -> [RelationshipEnd: LinkTable] {
    var migrated: [RelationshipEnd: LinkTable] = [:]
    var kept: Set<ObjectIdentifier> = []
    for (end, other) in schema.manyToManyEnds where migrated[end] == nil {
      let previousEnds = (
        schema.previous(end, in: storedSchema), schema.previous(other, in: storedSchema)
      )
      let previous =
        oldLinkTable(end, other) ?? oldLinkTable(previousEnds.0, previousEnds.1)
      if let previous { kept.insert(ObjectIdentifier(previous)) }
      let table =
        previous?.renamed(end, other, formerly: previousEnds)
        ?? LinkTable(first: end, second: other)
      migrated[end] = table
      migrated[other] = table
    }
    for table in linkTables.values where table.count > 0 && !allowsLoss {
      guard kept.contains(ObjectIdentifier(table)) else {
        throw .schemaConflict(
          entity: table.first.entity,
          conflicts: [.losesLinks(property: table.first.name, count: table.count)]
        )
      }
    }
    return migrated
  }

  /// The current table of these links; one of the ends may have been renamed.
  private func oldLinkTable(
    _ end: RelationshipEnd,
    _ other: RelationshipEnd
  ) -> LinkTable? {
    let entities: Set = [end.entity, other.entity]
    return [linkTables[end], linkTables[other]].compactMap { $0 }.first { table in
      [table.first.entity, table.second.entity].allSatisfy(entities.contains)
        && entities.count == Set([table.first.entity, table.second.entity]).count
        && (table.first == table.second) == (end == other)
    }
  }
}

extension LinkFill {
  /// The owners' end.
  fileprivate var end: RelationshipEnd { RelationshipEnd(entity: entity, name: relationship) }
}

extension LinkTable {
  /// Adds pairs without positions.
  fileprivate func add(_ fill: LinkFill) {
    for pair in fill.pairs {
      link(
        LinkEdit(
          end: fill.end,
          owner: pair.owner,
          member: pair.member,
          position: 0,
          inversePosition: 0
        )
      )
    }
  }

  /// The same links under new ends, matched by the end that keeps its name or by the old names of
  /// both.
  fileprivate func renamed(
    _ end: RelationshipEnd,
    _ other: RelationshipEnd,
    formerly previous: (RelationshipEnd, RelationshipEnd)
  ) -> LinkTable {
    [end, previous.0].contains(first) || [other, previous.1].contains(second)
      ? LinkTable(renaming: self, first: end, second: other)
      : LinkTable(renaming: self, first: other, second: end)
  }
}

extension Schema {
  /// Whether one of `entities` has a many-to-many relationship.
  fileprivate func hasManyToMany(_ entities: Set<String>) -> Bool {
    entities.contains { name in
      entity(name)?.relationships.contains { relationship in
        relationship.isToMany && inverse(of: relationship, in: name)?.isToMany == true
      } ?? false
    }
  }

  fileprivate var manyToManyEnds: [(RelationshipEnd, RelationshipEnd)] {
    entities.flatMap { entity in
      entity.relationships.compactMap { relationship in
        guard relationship.isToMany,
          self.inverse(of: relationship, in: entity.name)?.isToMany == true
        else { return nil }
        return (
          RelationshipEnd(entity: entity.name, name: relationship.name),
          RelationshipEnd(entity: relationship.destination, name: relationship.inverse)
        )
      }
    }
  }
}

import Columns
import Model
import SQLGeneration
package import Storage

/// Migrates the tables of a native store to a changed schema, within a transaction.
///
/// Foreign keys must not be enforced, since tables are dropped and recreated. Where they are not
/// parts of the tables' definitions, ``addForeignKeys()`` adds them at the end.
package struct ModelMigration<Database: NativeDatabase> {
  package let new: NativeModel
  private let old: NativeModel
  private let change: SchemaChange
  private let db: Database

  private var oldLayout: NativeStoreLayout { old.layout }
  private var layout: NativeStoreLayout { new.layout }

  package init(from old: NativeModel, to new: NativeModel, by change: SchemaChange, _ db: Database)
  {
    (self.old, self.new, self.change, self.db) = (old, new, change, db)
  }

  /// Changes the tables; throws if that could lose data.
  package func run() throws {
    let (tables, oldTables) = (new.creation, old.creation)
    for view in oldTables.views(of: old.schema) {
      try db.execute("DROP VIEW IF EXISTS \(view.name.quotedForSQL)")
    }
    // Create new tables first, since others may reference them.
    for entity in new.stored.entities where previousEntity(of: entity) == nil {
      try db.execute(tables.creation(of: entity, as: new.table(entity.name).mapping.table))
      try makeIndexes(of: entity, tables)
    }
    for entity in new.stored.entities {
      guard let previous = previousEntity(of: entity) else { continue }
      try migrate(entity, from: previous, tables, oldTables)
    }
    for entity in old.stored.entities
    where new.stored.currentName(of: entity.name, in: old.stored) == nil {
      try drop(entity)
    }
    try JoinTableMigration(
      old: oldLayout,
      oldSchema: old.stored,
      new: layout,
      newSchema: new.stored,
      db: db
    )
    .run(tables, formerly: oldTables, allowsLoss: change.allowsLoss)
    try EntityRename(names: change.modelRenames, db: db).write()
    let renames = PropertyRenames(from: old.schema, to: new.schema)
    try HistoryRename(renames: renames, db: db).write()
    if change.changesRecords || renames.breaksHistory { try HistoryTables(db: db).beginNow() }
    for fill in change.linkFills { try LinkFilling(fill: fill, model: new, db: db).run() }
    for view in tables.views(of: new.schema) { try db.execute(view.sql) }
  }

  /// The entity before the change; nil if it is new.
  private func previousEntity(of entity: Entity) -> Entity? {
    old.stored.entity(new.stored.oldName(of: entity.name, in: old.stored))
  }

  private func migrate(
    _ entity: Entity,
    from previous: Entity,
    _ tables: NativeStoreTables,
    _ oldTables: NativeStoreTables
  ) throws {
    let table = try new.table(entity.name)
    let previousTable = try old.table(previous.name)
    let isTouched =
      change.fills.contains { $0.entity == entity.name }
      || change.relations.contains { $0.entity == entity.name }
      || change.referenceFills.contains { $0.entity == entity.name }
    // The SQL contains more than the mappings, such as the referenced columns of other tables.
    let isRecreated =
      oldTables.creation(of: previous, as: previousTable.mapping.table)
      != tables.creation(of: entity, as: table.mapping.table)
    if isTouched || isRecreated || previousTable.layout != table.layout
      || previousTable.mapping != table.mapping
    {
      try TableMigration(
        entity,
        from: previousTable,
        to: table,
        by: change,
        old: old,
        new: new,
        db
      )
      .run(tables)
      return try makeIndexes(of: entity, tables)
    }
    guard oldTables.indexes(of: previous) != tables.indexes(of: entity) else { return }
    try db.dropIndexes(of: previousTable.mapping.table)
    try makeIndexes(of: entity, tables)
  }

  /// Creates all indexes except those of compound unique keys, which ``checkKeys()`` creates.
  private func makeIndexes(of entity: Entity, _ tables: NativeStoreTables) throws {
    for index in tables.indexes(of: entity) where !index.isCompoundKey {
      try db.execute(index.sql)
    }
  }

  private func drop(_ entity: Entity) throws {
    let name = try old.table(entity.name).mapping.table
    let count = Int(try db.number("SELECT count(*) FROM \(name.quotedForSQL)"))
    guard count == 0 || change.allowsLoss else {
      throw StoreError.schemaConflict(
        entity: entity.name,
        conflicts: [.otherParent(count: count)]
      )
    }
    try db.drop(name)
  }

  /// Checks that compound keys are unique, and creates their indexes.
  package func checkKeys() throws {
    let tables = new.creation
    for entity in new.stored.entities {
      let table = try new.table(entity.name)
      let indexes = tables.indexes(of: entity).filter(\.isCompoundKey)
      let missing = try indexes.filter { try !db.hasIndex($0.name) }
      if missing.isEmpty { continue }
      let repeated = try table.layout.uniqueKeys.filter { key in
        try key.paths.count > 1 && table.repeats(key, in: table.mapping.table, db)
      }
      guard repeated.isEmpty else {
        throw StoreError.schemaConflict(
          entity: entity.name,
          conflicts: repeated.map { .repeatedValues(property: $0.description) }
        )
      }
      for index in missing { try db.execute(index.sql) }
    }
  }
}

extension ModelMigration {
  /// Adds the missing foreign keys, which checks all rows of their tables.
  package func addForeignKeys() throws {
    for key in new.creation.foreignKeys where try !db.hasForeignKey(key) {
      try db.execute(key.sql)
    }
  }
}

extension NativeModel.Table {
  /// Whether several rows of a table with this layout have the same values of a key.
  func repeats(_ key: UniqueKey, in name: String, _ db: some NativeDatabase) throws -> Bool {
    let columns = key.paths.compactMap { mapping.fields[$0]?.name.quotedForSQL }
    let all = columns.joined(separator: ", ")
    let isThere = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    return try db.number(
      "SELECT 1 FROM \(name.quotedForSQL) WHERE \(isThere) GROUP BY \(all)"
        + " HAVING count(*) > 1 LIMIT 1"
    ) == 1
  }
}

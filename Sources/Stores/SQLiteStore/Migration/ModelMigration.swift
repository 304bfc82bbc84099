import Columns
import GRDB
import Model
import SQLGeneration
import Storage

/// Migrates the tables of a native store to a changed schema, within a transaction.
///
/// Foreign keys must not be enforced, since tables are dropped and recreated.
struct ModelMigration {
  let new: FileModel
  private let old: FileModel
  private let change: SchemaChange
  private let db: Database
  private let oldLayout: NativeStoreLayout
  private let layout: NativeStoreLayout

  init(from old: FileModel, by change: SchemaChange, _ db: Database) throws {
    self.old = old
    self.change = change
    self.db = db
    let schema = change.result(of: old.schema)
    layout = NativeStoreLayout(schema.asStored)
    oldLayout = NativeStoreLayout(old.stored)
    new = try FileModel(
      version: old.version + 1,
      schema: schema,
      mapping: layout.mapping,
      isUTF8: old.isUTF8,
      isNative: true
    )
  }

  /// Changes the tables; throws if that could lose data.
  func run() throws {
    let (tables, oldTables) = (
      NativeStoreTables(schema: new.stored, layout: layout),
      NativeStoreTables(schema: old.stored, layout: oldLayout)
    )
    try db.execute(sql: "PRAGMA legacy_alter_table = ON")
    defer { try? db.execute(sql: "PRAGMA legacy_alter_table = OFF") }
    for view in oldTables.views(of: old.schema) {
      try db.execute(sql: "DROP VIEW IF EXISTS \(view.name.quotedForSQL)")
    }
    // Create new tables first, since others may reference them.
    for entity in new.stored.entities where previousEntity(of: entity) == nil {
      try db.execute(sql: tables.creation(of: entity, as: new.table(entity.name).mapping.table))
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
    for fill in change.linkFills { try LinkFilling(fill: fill, model: new, db: db).run() }
    for view in tables.views(of: new.schema) { try db.execute(sql: view.sql) }
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
    try dropIndexes(of: previousTable.mapping.table)
    try makeIndexes(of: entity, tables)
  }

  /// Creates all indexes except those of compound unique keys, which ``checkKeys()`` creates.
  private func makeIndexes(of entity: Entity, _ tables: NativeStoreTables) throws {
    for index in tables.indexes(of: entity) where !index.isCompoundKey {
      try db.execute(sql: index.sql)
    }
  }

  private func dropIndexes(of table: String) throws {
    let names = try String.fetchAll(
      db,
      sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql NOT NULL",
      arguments: [table]
    )
    for name in names { try db.execute(sql: "DROP INDEX \(name.quotedForSQL)") }
  }

  private func drop(_ entity: Entity) throws {
    let table = try old.table(entity.name).mapping.table.quotedForSQL
    let count = Int(try db.number("SELECT count(*) FROM \(table)"))
    guard count == 0 || change.allowsLoss else {
      throw StoreError.schemaConflict(
        entity: entity.name,
        conflicts: [.otherParent(count: count)]
      )
    }
    try db.execute(sql: "DROP TABLE \(table)")
  }

  /// Checks that compound keys are unique, and creates their indexes.
  func checkKeys() throws {
    let tables = NativeStoreTables(schema: new.stored, layout: layout)
    for entity in new.stored.entities {
      let table = try new.table(entity.name)
      let indexes = tables.indexes(of: entity).filter(\.isCompoundKey)
      let missing = try indexes.filter { index in
        try db.number("SELECT count(*) FROM sqlite_master WHERE name = ?", [index.name]) == 0
      }
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
      for index in missing { try db.execute(sql: index.sql) }
    }
  }
}

extension FileModel.Table {
  /// Whether several rows of a table with this layout have the same values of a key.
  func repeats(_ key: UniqueKey, in name: String, _ db: Database) throws -> Bool {
    let columns = key.paths.compactMap { mapping.fields[$0]?.name.quotedForSQL }
    let all = columns.joined(separator: ", ")
    let isThere = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    return try db.number(
      "SELECT 1 FROM \(name.quotedForSQL) WHERE \(isThere) GROUP BY \(all)"
        + " HAVING count(*) > 1 LIMIT 1"
    ) == 1
  }
}

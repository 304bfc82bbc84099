import Model
import NativeStores
import SQLGeneration
import Storage

/// Copies a native store into a new SQL schema of the same database, within a transaction.
///
/// The copy is a native store, too.
struct NamespaceCopy {
  private let namespace: NativeNamespace
  private let model: ServerModel
  private let transaction: ServerTransaction

  init(_ namespace: NativeNamespace, _ model: ServerModel, _ transaction: ServerTransaction) {
    (self.namespace, self.model, self.transaction) = (namespace, model, transaction)
  }

  /// Makes the copy; returns the name of its SQL schema, or nil if the user may not create one.
  func make(before version: VersionNumber) throws -> String? {
    let mayCreate = try transaction.run(
      SQLFragment("SELECT has_database_privilege(current_database(), 'CREATE')::int::int8")
    )
    guard mayCreate.references(0).first == 1 else { return nil }
    let name = try freeName(
      "\(namespace.name)_before_\(version.description.replacing(".", with: "_"))"
    )
    let copy = NativeNamespace(named: name, namespace.declarations)
    try transaction.execute("CREATE SCHEMA \(name.quotedForSQL); \(copy.searchPath)")
    try MartletTables.create(transaction)
    let migration = ModelMigration(
      from: try NativeModel(Schema(), .postgreSQL, in: name),
      to: try NativeModel(model.schema, .postgreSQL, in: name),
      by: SchemaChange(),
      transaction
    )
    try migration.run()
    try migration.checkKeys()
    try fill(copy)
    try migration.addForeignKeys()
    try transaction.execute(namespace.searchPath)
    return name
  }

  private func freeName(_ wanted: String) throws -> String {
    let base = SQLDialect.postgreSQL.fitting(wanted)
    for number in 2... {
      let name = number == 2 ? base : SQLDialect.postgreSQL.fitting("\(base)_\(number)")
      let found = try transaction.number(
        SQLFragment("SELECT count(*) FROM pg_namespace WHERE nspname = ", binding: .text(name))
      )
      if found == 0 { return name }
    }
    return base
  }

  private func fill(_ copy: NativeNamespace) throws {
    let tables = try transaction.texts(
      SQLFragment(
        "SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
          + " WHERE c.relkind = 'r' AND n.nspname = ",
        " ORDER BY c.oid",
        binding: .text(namespace.name)
      )
    )
    for table in tables {
      let (source, target) = (namespace.qualified(table), copy.qualified(table))
      if try transaction.hasTable(table) {
        try transaction.execute("DELETE FROM \(target)")
      } else {
        try transaction.execute("CREATE TABLE \(target) (LIKE \(source) INCLUDING ALL)")
      }
      let columns = try transaction.texts(
        SQLFragment(
          "SELECT quote_ident(attname) FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped"
            + " AND attrelid = ",
          "::regclass ORDER BY attnum",
          binding: .text(target)
        )
      ).joined(separator: ", ")
      try transaction.execute(
        "INSERT INTO \(target) (\(columns)) OVERRIDING SYSTEM VALUE SELECT \(columns) FROM \(source)"
      )
      try continueSequences(of: target)
    }
  }

  /// New rows get numbers after those that were copied.
  private func continueSequences(of table: String) throws {
    let columns = try transaction.texts(
      SQLFragment(
        "SELECT attname::text FROM pg_attribute WHERE attidentity <> '' AND attrelid = ",
        "::regclass",
        binding: .text(table)
      )
    )
    for column in columns {
      try transaction.execute(
        "SELECT setval(pg_get_serial_sequence(\(table.literalForSQL), \(column.literalForSQL)),"
          + " (SELECT coalesce(max(\(column.quotedForSQL)), 0) + 1 FROM \(table)), false)"
      )
    }
  }
}

import Model
import NativeStores
import SQLGeneration
import Storage

/// The SQL schema of a native store.
struct NativeNamespace: Sendable {
  let name: String
  let declarations: any DeclarationCoder

  init(named name: String, _ declarations: any DeclarationCoder) {
    (self.name, self.declarations) = (name, declarations)
  }

  /// The namespace of a database; nil if other programs' tables are in it.
  ///
  /// - Parameter answer: The result of ``question(_:)``.
  init?(
    _ answer: ServerResult?,
    _ address: ServerAddress,
    isReadOnly: Bool,
    _ declarations: any DeclarationCoder
  ) {
    guard let answer, answer.rowCount > 0 else { return nil }
    let counts = (1...2).map { answer.number(0, $0) ?? 0 }
    name = address.schema ?? answer.text(0, 0) ?? ""
    self.declarations = declarations
    if counts[1] == 0, counts[0] > 0 || isReadOnly || name.isEmpty { return nil }
  }

  /// The query for the name of the SQL schema, the number of tables that would be beside those of a
  /// native store, and whether it is one.
  static func question(_ address: ServerAddress) -> String {
    // Tables of extensions do not count.
    let tables = """
      SELECT count(*) FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT EXISTS (SELECT 1 FROM pg_depend d
        WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
      """
    let isSystem = """
      s.nspname IN ('pg_catalog', 'information_schema') OR s.nspname LIKE 'pg\\_toast%'
      OR s.nspname LIKE 'pg\\_temp%'
      """
    let others = address.schema == nil ? "NOT (\(isSystem))" : "s.nspname = n.name"
    let name = address.schema.map { "\($0.literalForSQL)::text" } ?? "current_schema()::text"
    return "SELECT n.name, (\(tables) AND \(others)), (\(tables) AND s.nspname = n.name"
      + " AND c.relname = 'martlet_store') FROM (SELECT \(name) AS name) AS n"
  }

  /// The SQL schemas with native stores.
  static func names(_ connection: ServerConnection) throws(ServerFailure) -> [String] {
    let result = try connection.run(
      script: "SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
        + " WHERE c.relname = 'martlet_store' AND c.relkind = 'r' ORDER BY 1"
    ).last
    return (0..<(result?.rowCount ?? 0)).compactMap { result?.text($0, 0) }
  }

  /// The statement that makes Martlet's tables those that are meant.
  var searchPath: String { "SET LOCAL search_path = \(name.quotedForSQL)" }

  /// `"app".martlet_store`
  func qualified(_ table: String) -> String { "\(name.quotedForSQL).\(table.quotedForSQL)" }

  /// The channel of notifications about changes.
  var channel: String { SQLDialect.postgreSQL.fitting("martlet \(name)").quotedForSQL }

  /// The models with the tables of a schema.
  func model(_ schema: Schema, version: Int64) throws -> ServerModel {
    let native = try NativeModel(schema, .postgreSQL, in: name)
    return try model(native, version: version)
  }

  /// The models with laid-out tables.
  func model(_ native: NativeModel, version: Int64) throws -> ServerModel {
    try ServerModel(
      schema: native.schema,
      mapping: native.layout.mapping,
      isNative: true,
      version: version
    )
  }

  /// Reads the models within a transaction.
  func readModel(_ connection: ServerConnection, _ path: String) throws -> ServerModel {
    let store = qualified("martlet_store")
    let result = try connection.run(
      SQLFragment(
        "SELECT (SELECT value FROM \(store) WHERE key = 'models'),"
          + " (SELECT value FROM \(store) WHERE key = 'format'),"
          + " (SELECT declarations FROM \(qualified("martlet_models")))"
      )
    )
    let format = result.references(1).first ?? 1
    guard format <= MartletTables.latestFormatVersion else {
      throw StoreFileError(
        path: path,
        operation: "open",
        fault: .newerVersion(version: Int(format))
      )
    }
    do {
      let schema = try declarations.schema(of: result.text(0, 2) ?? "")
      return try model(schema, version: result.references(0).first ?? 1)
    } catch {
      let reason = "its models cannot be read: \(error)"
      throw StoreFileError(path: path, operation: "open", fault: .damaged(reason: reason))
    }
  }
}

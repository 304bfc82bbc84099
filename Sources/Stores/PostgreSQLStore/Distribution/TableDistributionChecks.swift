import Model
import NativeStores
import SQLGeneration
import Storage

/// Finds out before a distribution why an engine would refuse it, and what to do about that.
struct TableDistributionChecks {
  private let model: ServerModel
  private let transaction: ServerTransaction

  init(_ model: ServerModel, _ transaction: ServerTransaction) {
    (self.model, self.transaction) = (model, transaction)
  }

  /// Throws the first obstacle.
  func check(_ steps: [TableStep]) throws {
    for step in steps {
      try checkTable(step)
      if let column = step.column { try checkKeys(step, column) }
    }
    try TableReferences(model, transaction)
      .checkOthers(steps, besides: try hasList() ? Self.distributed : nil)
  }

  private func checkTable(_ step: TableStep) throws {
    let result = try transaction.run(
      SQLFragment(
        "SELECT relkind::text, pg_has_role(relowner, 'USAGE'), pg_get_userbyid(relowner)::text"
          + " FROM pg_class WHERE oid = ",
        "::regclass",
        binding: .text(step.table)
      )
    )
    switch result.text(0, 0) {
    case "r", "p": break
    case "f":
      throw DistributionObstacle(
        reason: "\(step.name) is a foreign table: another server has its records"
      )
    default:
      throw DistributionObstacle(
        reason: "\(step.name) is not a table but a view",
        help: ["distribute the tables that it reads"]
      )
    }
    if !result.isTrue(0, 1) {
      throw DistributionObstacle(
        reason: "only its owner, \(result.text(0, 2) ?? ""), can distribute \(step.name)"
      )
    }
    if try isDistributed(step.table) {
      throw DistributionObstacle(
        reason: "\(step.name) is already distributed",
        help: ["`SELECT undistribute_table(\(step.table.literalForSQL))` moves it back"]
      )
    }
  }

  /// Whether the engine's list of distributed tables has a table.
  func isDistributed(_ table: String) throws -> Bool {
    guard try hasList() else { return false }
    return try transaction.number(
      SQLFragment(
        "SELECT count(*) FROM \(Self.distributed) AND logicalrelid = ",
        "::regclass",
        binding: .text(table)
      )
    ) > 0
  }

  /// The distribution column of a table; nil if every server has all rows.
  func distributionColumn(of table: String) throws -> String? {
    let result = try transaction.run(
      SQLFragment(
        "SELECT a.attname::text FROM \(Self.list) p JOIN pg_attribute a ON a.attrelid = p.logicalrelid"
          + " AND a.attnum = substring(p.partkey from ':varattno ([0-9]+)')::int2"
          + " WHERE p.logicalrelid = ",
        "::regclass",
        binding: .text(table)
      )
    )
    return result.rowCount == 0 ? nil : result.text(0, 0)
  }

  /// Whether the engine manages a table, so that its rows may be on another server.
  func isListed(_ table: String) throws -> Bool {
    guard try hasList() else { return false }
    return try transaction.number(
      SQLFragment(
        "SELECT count(*) FROM \(Self.list) WHERE logicalrelid = ",
        "::regclass",
        binding: .text(table)
      )
    ) > 0
  }

  private static let list = "pg_catalog.pg_dist_partition"
  /// The list also has tables that are on one server only.
  private static let distributed = "\(list) WHERE (partmethod <> 'n' OR repmodel = 't')"

  private func hasList() throws -> Bool {
    try transaction.run(SQLFragment("SELECT to_regclass('\(Self.list)') IS NOT NULL"))
      .isTrue(0, 0)
  }

  // MARK: - Unique keys

  /// Each server can only compare its own records, so unique keys must contain the distribution
  /// column.
  private func checkKeys(_ step: TableStep, _ column: String) throws {
    let result = try transaction.run(
      SQLFragment(
        """
        SELECT x.relname::text, i.indisprimary, EXISTS (SELECT 1 FROM pg_constraint k
        WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u')),
        (SELECT json_agg(a.attname ORDER BY n.place)::text FROM \(Self.columns)),
        (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY n.place) FROM \(Self.columns)),
        pg_get_indexdef(i.indexrelid), i.indimmediate AND NOT i.indisexclusion,
        x.relnamespace::regnamespace::text || '.' || quote_ident(x.relname)
        FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
        WHERE (i.indisunique OR i.indisexclusion)
        AND NOT EXISTS (SELECT 1 FROM \(Self.columns) WHERE a.attname =
        """,
        ") AND i.indrelid = ",
        "::regclass ORDER BY i.indisprimary DESC, x.relname LIMIT 1",
        binding: .text(column),
        .text(step.table)
      )
    )
    if result.rowCount == 0 { return }
    let values = result.withCell(0, 3) { $0.flatMap { ServerArray.elements($0, .string) } } ?? []
    let definition = result.text(0, 5) ?? ""
    // Conditions, expressions, operators, collations and further columns follow or replace these.
    let isPlain =
      result.isTrue(0, 6)
      && definition.hasSuffix(" USING btree (\(result.text(0, 4) ?? ""))")
    let key = Key(
      name: result.text(0, 0) ?? "",
      qualifiedName: result.text(0, 7) ?? "",
      isPrimary: result.isTrue(0, 1),
      isConstraint: result.isTrue(0, 2),
      columns: values.compactMap { if case .string(let name) = $0 { name } else { nil } },
      special: isPlain ? nil : definition
    )
    throw DistributionObstacle(
      reason: "the \(key.title) of \(step.name) does not contain \(column); "
        + "each server can only compare its own records",
      help: model.isNative ? nativeHelp(step, key) : key.replacement(on: step.table, column)
    )
  }

  /// The columns of the key of an index, without expressions and included columns.
  private static let columns = """
    unnest((i.indkey::int2[])[0:i.indnkeyatts - 1]) WITH ORDINALITY AS n (number, place)
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = n.number AND n.number > 0
    """

  private func nativeHelp(_ step: TableStep, _ key: Key) -> [String] {
    let everywhere = "`.distribute \(step.name) everywhere` copies it to all servers"
    return key.isPrimary
      ? ["`.distribute \(step.name) by \(key.columns.first ?? "id")` is possible", everywhere]
      : ["declare the model without this unique key", everywhere]
  }

  private struct Key {
    let name: String
    /// The index with its SQL schema.
    let qualifiedName: String
    let isPrimary: Bool
    let isConstraint: Bool
    let columns: [String]
    /// The definition of an index that its columns do not describe.
    let special: String?

    /// `primary key (id)`
    var title: String {
      if special != nil { return "unique index \(name)" }
      return "\(isPrimary ? "primary" : "unique") key (\(columns.joined(separator: ", ")))"
    }

    /// The SQL that replaces the key by one with the distribution column.
    func replacement(on table: String, _ column: String) -> [String] {
      if let special {
        return ["replace it by one that contains \(column); its definition is `\(special)`"]
      }
      let list = ([column] + columns).map(\.quotedForSQL).joined(separator: ", ")
      let name = name.quotedForSQL
      let sql =
        isConstraint
        ? "ALTER TABLE \(table) DROP CONSTRAINT \(name),"
          + " ADD \(isPrimary ? "PRIMARY KEY" : "UNIQUE") (\(list))"
        : "DROP INDEX \(qualifiedName); CREATE UNIQUE INDEX \(name) ON \(table) (\(list))"
      return ["`\(sql)` adds it"]
    }
  }
}

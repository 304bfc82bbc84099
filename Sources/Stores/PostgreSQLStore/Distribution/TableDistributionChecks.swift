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
    try checkReferences(steps)
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
    if result.cell(0, 1)?.first != 1 {
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

  private static let list = "pg_catalog.pg_dist_partition"
  /// The list also has tables that are on one server only.
  private static let distributed = "\(list) WHERE (partmethod <> 'n' OR repmodel = 't')"

  private func hasList() throws -> Bool {
    try transaction.run(SQLFragment("SELECT to_regclass('\(Self.list)') IS NOT NULL"))
      .cell(0, 0)?.first == 1
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
        (SELECT json_agg(a.attname ORDER BY array_position(i.indkey::int2[], a.attnum))::text
        FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[]))
        FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
        WHERE (i.indisunique OR i.indisexclusion) AND NOT EXISTS (SELECT 1 FROM pg_attribute a
        WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[]) AND a.attname =
        """,
        ") AND i.indrelid = ",
        "::regclass ORDER BY i.indisprimary DESC, x.relname LIMIT 1",
        binding: .text(column),
        .text(step.table)
      )
    )
    if result.rowCount == 0 { return }
    let values = result.cell(0, 3).flatMap { ServerArray.elements($0, .string) } ?? []
    let columns = values.compactMap { value -> String? in
      if case .string(let name) = value { name } else { nil }
    }
    let key = Key(
      name: result.text(0, 0) ?? "",
      isPrimary: result.cell(0, 1)?.first == 1,
      isConstraint: result.cell(0, 2)?.first == 1,
      columns: columns
    )
    let kind = key.isPrimary ? "primary key" : "unique key"
    let names = columns.joined(separator: ", ")
    throw DistributionObstacle(
      reason: "the \(kind) (\(names)) of \(step.name) does not contain \(column); "
        + "each server can only compare its own records",
      help: model.isNative ? nativeHelp(step, key) : key.replacement(on: step.table, column)
    )
  }

  private func nativeHelp(_ step: TableStep, _ key: Key) -> [String] {
    let everywhere = "`.distribute \(step.name) everywhere` copies it to all servers"
    return key.isPrimary
      ? ["`.distribute \(step.name) by \(key.columns.first ?? "id")` is possible", everywhere]
      : ["declare the model without this unique key", everywhere]
  }

  private struct Key {
    let name: String
    let isPrimary: Bool
    let isConstraint: Bool
    let columns: [String]

    /// The SQL that replaces the key by one with the distribution column.
    func replacement(on table: String, _ column: String) -> [String] {
      let list = ([column] + columns).map(\.quotedForSQL).joined(separator: ", ")
      let name = name.quotedForSQL
      let sql =
        isConstraint
        ? "ALTER TABLE \(table) DROP CONSTRAINT \(name),"
          + " ADD \(isPrimary ? "PRIMARY KEY" : "UNIQUE") (\(list))"
        : "DROP INDEX \(name); CREATE UNIQUE INDEX \(name) ON \(table) (\(list))"
      return ["`\(sql)` adds it"]
    }
  }

  // MARK: - References

  /// The server cannot check references between a distributed table and one that is not.
  private func checkReferences(_ steps: [TableStep]) throws {
    let names = try TextArray.binding(steps.map(\.table))
    let own = "(SELECT unnest(" + names + ")::regclass::oid)"
    let others = try hasList() ? " UNION ALL SELECT logicalrelid FROM \(Self.distributed)" : ""
    let all = "(SELECT unnest(" + names + ")::regclass::oid\(others))"
    let result = try transaction.run(
      "SELECT k.conrelid::regclass::text, k.confrelid::regclass::text, k.conname::text, k.conrelid IN "
        + own
        + " FROM pg_constraint k WHERE k.contype = 'f' AND k.conparentid = 0 AND (k.conrelid IN "
        + own + " OR k.confrelid IN " + own + ") AND (k.conrelid IN " + all
        + ") <> (k.confrelid IN " + all + ") ORDER BY k.conname LIMIT 1"
    )
    if result.rowCount == 0 { return }
    let (owner, target) = (result.text(0, 0) ?? "", result.text(0, 1) ?? "")
    let missing = result.cell(0, 3)?.first == 1 ? target : owner
    throw DistributionObstacle(
      reason: "\(owner) references \(target), and \(missing) would stay on one server",
      help: [
        "distribute \(missing), too: `.distribute …, \(missing) everywhere`, or `by` a member",
        "or drop the foreign key \(result.text(0, 2) ?? "")",
      ]
    )
  }
}

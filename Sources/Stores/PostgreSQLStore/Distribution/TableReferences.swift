import Model
import SQLGeneration
import Storage

/// The foreign keys of distributed tables, which each server must be able to check.
struct TableReferences {
  private let model: ServerModel
  private let transaction: ServerTransaction

  init(_ model: ServerModel, _ transaction: ServerTransaction) {
    (self.model, self.transaction) = (model, transaction)
  }

  /// The tables of a foreign key, and its name.
  private static let ends =
    "o.nspname::text, c.relname::text, p.nspname::text, d.relname::text, k.conname::text"
  private static let keys = """
    FROM pg_constraint k
    JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace o ON o.oid = c.relnamespace
    JOIN pg_class d ON d.oid = k.confrelid JOIN pg_namespace p ON p.oid = d.relnamespace
    WHERE k.contype = 'f' AND k.conparentid = 0
    """

  /// The steps, those of referenced tables first. Throws if a record can be on another server than
  /// the one that it references.
  func ordered(_ steps: [TableStep]) throws -> [TableStep] {
    let names =
      "(SELECT unnest(" + (try TextArray.binding(steps.map(\.table))) + ")::regclass::oid)"
    func columns(_ side: String) -> String {
      "(SELECT json_agg(a.attname ORDER BY n.place)::text FROM unnest(k.con\(side)key)"
        + " WITH ORDINALITY AS n (number, place) JOIN pg_attribute a"
        + " ON a.attrelid = k.con\(side)relid AND a.attnum = n.number)"
    }
    let result = try transaction.run(
      "SELECT \(Self.ends), \(columns("")), \(columns("f")) \(Self.keys) AND k.conrelid IN "
        + names + " AND k.confrelid IN " + names + " ORDER BY k.conname"
    )
    let found = (0..<result.rowCount).map { row in
      (table(result, row, at: 0), table(result, row, at: 2))
    }
    for (row, ends) in found.enumerated() {
      guard let owner = steps.first(where: { $0.table == ends.0 }),
        let target = steps.first(where: { $0.table == ends.1 })
      else { continue }
      let columns = (5..<7).map { place -> [Value] in
        result.withCell(row, place) { $0.flatMap { ServerArray.elements($0, .string) } } ?? []
      }
      try check(owner, target, columns, result.text(row, 4) ?? "")
    }
    var (rest, sorted) = (steps, [TableStep]())
    while let next = rest.firstIndex(where: { step in
      !found.contains { owner, target in
        owner == step.table && target != owner && rest.contains { $0.table == target }
      }
    }) { sorted.append(rest.remove(at: next)) }
    if rest.isEmpty { return sorted }
    throw DistributionObstacle(
      reason: "\(rest.map(\.name).joined(separator: " and ")) reference each other",
      help: ["drop one of their foreign keys, and add it again when they are distributed"]
    )
  }

  /// Throws if one server cannot check a foreign key with some columns.
  private func check(
    _ owner: TableStep,
    _ target: TableStep,
    _ columns: [[Value]],
    _ key: String
  ) throws {
    guard let place = target.column else { return }
    let isTogether = zip(columns[0], columns[1]).contains { own, other in
      own == owner.column.map(Value.string) && other == .string(place)
    }
    if isTogether { return }
    let member = model.mapping.entities[owner.name]?.toOnes.first { _, toOne in
      owner.table != target.table && toOne.columns.map(Value.string) == columns[0]
        && columns[1] == [.string(place)]
    }?.key
    throw DistributionObstacle(
      reason:
        "\(owner.name) references \(target.name), and the records can be on different servers",
      help: (member.map { ["distribute \(owner.name) by \($0)"] } ?? [])
        + ["distribute \(target.name) everywhere", "or drop the foreign key \(key)"]
    )
  }

  /// The server cannot check references between a distributed table and one that is not.
  ///
  /// - Parameter list: The rows of the engine's list of tables that it already distributes.
  func checkOthers(_ steps: [TableStep], besides list: String?) throws {
    let names = try TextArray.binding(steps.map(\.table))
    let own = "(SELECT unnest(" + names + ")::regclass::oid)"
    let others = list.map { " UNION ALL SELECT logicalrelid FROM \($0)" } ?? ""
    let all = "(SELECT unnest(" + names + ")::regclass::oid\(others))"
    let result = try transaction.run(
      "SELECT \(Self.ends), k.conrelid IN " + own + " \(Self.keys) AND (k.conrelid IN "
        + own + " OR k.confrelid IN " + own + ") AND (k.conrelid IN " + all
        + ") <> (k.confrelid IN " + all + ") ORDER BY k.conname LIMIT 1"
    )
    if result.rowCount == 0 { return }
    let (owner, target) = (name(result, at: 0), name(result, at: 2))
    let missing = result.isTrue(0, 5) ? target : owner
    throw DistributionObstacle(
      reason: "\(owner) references \(target), and \(missing) would stay on one server",
      help: [
        "distribute \(missing), too: `.distribute …, \(missing) everywhere`, or `by` a member",
        "or drop the foreign key \(result.text(0, 4) ?? "")",
      ]
    )
  }

  /// The model of a table, or the table's own name, such as that of a join table.
  private func name(_ result: ServerResult, at place: Int) -> String {
    let table = table(result, 0, at: place)
    return model.mapping.entities.first { $0.value.qualifiedTable == table }?.key
      ?? result.text(0, place + 1) ?? ""
  }

  /// The name of a table with its SQL schema.
  private func table(_ result: ServerResult, _ row: Int, at place: Int) -> String {
    let (schema, table) = (result.text(row, place) ?? "", result.text(row, place + 1) ?? "")
    return "\(schema.quotedForSQL).\(table.quotedForSQL)"
  }
}

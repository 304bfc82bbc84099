import Model
import NativeStores
import SQLGeneration
import Storage

/// Distributes tables among the servers of an engine that has functions for this.
struct TableDistribution {
  private let model: ServerModel
  private let transaction: ServerTransaction
  private var steps: [TableStep] = []
  /// The entities whose tables wait for the referenced ones.
  private var visiting: [String] = []
  /// The functions that copy a table to all servers, and that distribute it.
  private var (replicating, distributing) = ("", "")

  init(_ model: ServerModel, _ transaction: ServerTransaction) {
    (self.model, self.transaction) = (model, transaction)
  }

  /// Distributes the tables of models with those that must be distributed with them.
  mutating func run(_ wishes: [RecordDistribution]) throws -> [RecordDistribution] {
    distributing = try function(CatalogueQuery.distributingFunction)
    replicating = try function(CatalogueQuery.replicatingFunction)
    for wish in wishes { try add(wish, among: wishes) }
    try addJoinTables()
    // Referenced tables come first: those on all servers, then those with companions.
    steps = steps.filter { $0.column == nil } + steps.filter { $0.column != nil }
    try TableDistributionChecks(model, transaction).check(steps)
    steps = try TableReferences(model, transaction).ordered(steps)
    transaction.releaseReaders()
    try transaction.execute(Self.settings)
    for step in steps { try run(step) }
    return steps.compactMap(\.distribution)
  }

  /// Citus changes related tables in one transaction only if it does not do so in parallel. Tables
  /// that reference others are distributed in the same transaction or refused.
  private static let settings = """
    SELECT set_config(name, value, true) FROM (VALUES ('citus.multi_shard_modify_mode', 'sequential'),
    ('citus.enable_local_reference_table_foreign_keys', 'off')) AS s (name, value)
    WHERE current_setting(name, true) IS NOT NULL
    """

  /// A function with its SQL schema.
  private func function(_ name: String) throws -> String {
    let schemas = try transaction.run(SQLFragment(CatalogueQuery.schemas(of: name)))
    guard schemas.rowCount > 0, let schema = schemas.text(0, 0) else {
      throw DistributionObstacle(
        reason: "this server has no function \(name)",
        help: [
          "the extension Citus adds it: `CREATE EXTENSION citus` where Citus is installed",
          "tables with partitions on other servers (`postgres_fdw`) need no such function",
        ]
      )
    }
    return "\(schema).\(name)"
  }

  // MARK: - Steps

  private mutating func add(
    _ wish: RecordDistribution,
    among wishes: [RecordDistribution]
  ) throws {
    guard !steps.contains(where: { $0.distribution?.entity == wish.entity }) else { return }
    if let start = visiting.firstIndex(of: wish.entity) {
      let others = visiting[start...].dropLast().joined(separator: ", ")
      throw DistributionObstacle(
        reason: "\(others) and \(visiting.last ?? "") reference each other",
        help: ["distribute one of them by an attribute, or `everywhere`"]
      )
    }
    visiting.append(wish.entity)
    defer { visiting.removeLast() }
    let mapping = try mapping(of: wish.entity)
    guard let key = wish.key else { return append(wish, mapping, column: nil) }
    if let toOne = mapping.toOnes[key], let column = toOne.columns.first, toOne.columns.count == 1 {
      let parent = try model.relationship(key, of: wish.entity).destination
      return try add(
        wish,
        mapping,
        column: column,
        referencing: parent,
        toOne.targets.first,
        among: wishes
      )
    }
    guard let column = self.column(key, mapping) else {
      throw DistributionObstacle(
        reason: "\(wish.entity).\(key) is not a column of the table",
        help: ["name an attribute, or a to-one relationship whose key is one column"]
      )
    }
    let done = RecordDistribution(entity: wish.entity, key: member(column, mapping))
    append(done, mapping, column: column)
  }

  private mutating func append(
    _ distribution: RecordDistribution,
    _ mapping: EntityMapping,
    column: String?,
    companion: String? = nil
  ) {
    steps.append(
      TableStep(
        table: mapping.qualifiedTable,
        column: column,
        companion: companion,
        distribution: distribution,
        name: distribution.entity
      )
    )
  }

  /// Adds a table that is distributed by a reference, after the referenced one: equal keys are on
  /// the same server. Without a wish, the referenced table is distributed by the referenced column.
  private mutating func add(
    _ wish: RecordDistribution,
    _ mapping: EntityMapping,
    column: String,
    referencing parent: String,
    _ referenced: String?,
    among wishes: [RecordDistribution]
  ) throws {
    let target = try self.mapping(of: parent)
    var companion: String?
    if parent != wish.entity {
      let referenced = referenced ?? keyColumn(target)
      let own =
        wishes.first { $0.entity == parent }
        ?? RecordDistribution(entity: parent, key: referenced.map { member($0, target) })
      let checks = TableDistributionChecks(model, transaction)
      let isDistributed = try checks.isDistributed(target.qualifiedTable)
      if !isDistributed { try add(own, among: wishes) }
      let place =
        isDistributed
        ? try checks.distributionColumn(of: target.qualifiedTable)
        : steps.first { $0.distribution?.entity == parent }?.column
      if let place, place != referenced {
        throw DistributionObstacle(
          reason: "\(wish.entity).\(wish.key ?? "") references "
            + "\(referenced.map { member($0, target) } ?? "the identity") of \(parent), "
            + "but \(parent) is distributed by \(member(place, target))",
          help: ["distribute \(wish.entity) by another member, or `everywhere`"]
        )
      }
      companion = place == nil ? nil : target.qualifiedTable
    }
    let done = RecordDistribution(
      entity: wish.entity,
      key: wish.key,
      companion: companion == nil ? nil : parent
    )
    append(done, mapping, column: column, companion: companion)
  }

  /// The rows of a join table are with the records of the distributed end.
  private mutating func addJoinTables() throws {
    for step in steps {
      guard let entity = step.distribution?.entity else { continue }
      for case .joinTable(let join) in try mapping(of: entity).toManys.values
      where !steps.contains(where: { $0.table == join.qualifiedTable }) {
        let ends = [(join.owner.name, entity), (join.member.name, try other(join, than: entity))]
        let distributed = ends.compactMap { column, end in
          steps.first { $0.distribution?.entity == end && $0.column != nil }.map { (column, $0) }
        }.first
        steps.append(
          TableStep(
            table: join.qualifiedTable,
            column: distributed?.0,
            companion: distributed?.1.table,
            distribution: nil,
            name: join.table
          )
        )
      }
    }
  }

  private func other(_ join: JoinTableMapping, than entity: String) throws -> String {
    let mapping = try mapping(of: entity)
    let name = mapping.toManys.first { $0.value == .joinTable(join) }?.key ?? ""
    return try model.relationship(name, of: entity).destination
  }

  private func mapping(of entity: String) throws -> EntityMapping {
    guard let mapping = model.mapping.entities[entity] else {
      let root = model.schema.entity(entity)?.parent ?? "its parent model"
      throw DistributionObstacle(
        reason: "the records of \(entity) are in the table of \(root)",
        help: ["distribute \(root)"]
      )
    }
    return mapping
  }

  private func column(_ key: String, _ mapping: EntityMapping) -> String? {
    if let field = mapping.fields[AttributePath([key])] { return field.name }
    guard let column = keyColumn(mapping), [column, "id"].contains(key) else { return nil }
    return column
  }

  /// The only column that identifies the records of a table.
  private func keyColumn(_ mapping: EntityMapping) -> String? {
    switch mapping.key {
    case .number(let column): column
    case .values(let parts): parts.count == 1 ? parts[0].column.name : nil
    }
  }

  /// The member in a column, or the column's own name.
  private func member(_ column: String, _ mapping: EntityMapping) -> String {
    mapping.fields.first { $0.value.name == column }?.key.description ?? column
  }

  // MARK: - Statements

  private func run(_ step: TableStep) throws {
    let table = SQLFragment.binding(.text(step.table)) + "::regclass"
    guard let column = step.column else {
      try transaction.run("SELECT \(replicating)(" + table + ")")
      return
    }
    var arguments = table + ", " + .binding(.text(column))
    if let companion = step.companion {
      arguments += ", colocate_with => " + .binding(.text(companion))
    }
    try transaction.run("SELECT \(distributing)(" + arguments + ")")
  }
}

import Execution
public import Expressions
import Model
import Planning
import Storage

/// Checks a store for violations of its schema.
///
/// Readability comes first. Checks that read damaged data are skipped, so that a damaged store is
/// reported and causes no failures.
struct StoreCheck {
  let schema: StoredSchema
  let snapshot: any StoreSnapshot
  let executor: Executor
  let cancellation: CancellationFlag

  /// All problems, or those of records of `model` and its submodels.
  func report(of model: String?) throws -> IntegrityReport {
    let findings = IntegrityFindings()
    let unasked = IntegrityFindings()
    let root = model.map(schema.declared.root)
    let all = try allRecords()
    var chosen: [CheckedRecords] = []
    var damage = DamagedParts()
    for entity in schema.entities {
      guard let whole = all[entity.name] else { continue }
      let isChosen = root == nil || root == entity.name
      let records = try isChosen ? self.chosen(of: model, in: whole) : whole
      let found = isChosen ? findings : unasked
      if records.count != whole.count {
        // Unreadable columns also affect checks of other records that read them.
        try checkColumns(whole, all, unasked, &damage)
      }
      try checkColumns(records, all, found, &damage)
      if isChosen { chosen.append(records) }
    }
    for records in chosen {
      try checkWhole(records, all, damage, findings, kinds: kinds(of: model))
    }
    return IntegrityReport(
      groups: findings.groups,
      modelCount: model == nil ? schema.declared.entities.count : 1,
      recordCount: chosen.reduce(0) { $0 + $1.count }
    )
  }

  private func allRecords() throws -> [String: CheckedRecords] {
    var all: [String: CheckedRecords] = [:]
    for entity in schema.entities {
      let references = try executor.references(of: .scan(entity: entity.name), first: nil)
      all[entity.name] = try CheckedRecords(references, of: entity.name, schema, snapshot)
    }
    return all
  }

  /// The models that `model` includes; nil for all.
  private func kinds(of model: String?) -> Set<String>? {
    guard let model, model != schema.declared.root(of: model) else { return nil }
    return Set(schema.declared.kinds(of: model))
  }

  private func chosen(of model: String?, in whole: CheckedRecords) throws -> CheckedRecords {
    guard let kinds = kinds(of: model) else { return whole }
    let rows = whole.rows(ofKinds: kinds)
    return try CheckedRecords(
      rows.map { whole.references[$0] },
      of: whole.entity,
      schema,
      snapshot
    )
  }

  /// Checks single values, and whether values and relationships can be read.
  private func checkColumns(
    _ records: CheckedRecords,
    _ all: [String: CheckedRecords],
    _ findings: IntegrityFindings,
    _ damage: inout DamagedParts
  ) throws {
    try ValueCheck(
      schema: schema,
      snapshot: snapshot,
      cancellation: cancellation,
      records: records
    ).check(findings, &damage)
    try relationshipCheck(records, all).checkTargets(findings, &damage)
  }

  /// Checks identities, keys, rules and relationships.
  private func checkWhole(
    _ records: CheckedRecords,
    _ all: [String: CheckedRecords],
    _ damage: DamagedParts,
    _ findings: IntegrityFindings,
    kinds: Set<String>?
  ) throws {
    guard let whole = all[records.entity] else { return }
    if kinds == nil {
      try IdentityCheck(snapshot: snapshot, cancellation: cancellation, records: records)
        .check(findings)
    }
    try KeyCheck(
      schema: schema,
      snapshot: snapshot,
      cancellation: cancellation,
      records: whole
    ).check(findings, damage, kinds: kinds)
    try RuleCheck(
      schema: schema,
      snapshot: snapshot,
      executor: executor,
      cancellation: cancellation,
      records: records
    ).check(findings, damage)
    try relationshipCheck(records, all).check(findings, damage)
  }

  private func relationshipCheck(
    _ records: CheckedRecords,
    _ all: [String: CheckedRecords]
  ) -> RelationshipCheck {
    RelationshipCheck(
      schema: schema,
      snapshot: snapshot,
      cancellation: cancellation,
      all: all,
      records: records
    )
  }
}

/// Checking the integrity of a store.
extension ModelContext {
  /// Checks the records of a model and its submodels, or of all models, including pending changes;
  /// then also whether the saved history can be read.
  public func check(
    _ evaluation: EvaluationContext,
    model: String? = nil
  ) throws -> IntegrityReport {
    let snapshot = try snapshot()
    let report = try StoreCheck(
      schema: schema(),
      snapshot: snapshot,
      executor: executor(evaluation, over: snapshot),
      cancellation: cancellation
    ).report(of: model)
    guard model == nil, let problem = try historyProblem() else { return report }
    return report.adding(problem)
  }

  /// What is wrong with the saved history.
  private func historyProblem() throws -> IntegrityProblem? {
    let cancellation = cancellation
    do {
      try container.store.savedHistory?.readHistory(HistoryFilter()) { _ in
        try cancellation.check()
      }
      return nil
    } catch let error as StoreFileError {
      guard case .damaged(let reason) = error.fault else { throw error }
      return .unreadableHistory(reason: reason)
    }
  }
}

import Columns
import Execution
import Expressions
import Model
import Storage

/// Checks all that must hold once a change is made: required values, unique keys, bounds, rules.
struct ConstraintCheck {
  private let schema: StoredSchema
  private let changes: ChangeSet
  private let changed: ChangedRecords
  private let before: any StoreSnapshot
  private let after: StateAfter

  /// - Parameter after: `changes` over `before`.
  init(
    _ changes: ChangeSet,
    schema: StoredSchema,
    before: any StoreSnapshot,
    after: StateAfter
  ) {
    self.schema = schema
    self.changes = changes
    changed = ChangedRecords(changes, schema)
    self.before = before
    self.after = after
  }

  /// All that does not hold.
  func problems() throws -> [ChangeProblem] {
    var problems = try RequiredValues(schema: schema, after: after).problems(changes)
    for entity in schema.entities {
      for key in schema.uniqueKeys(of: entity.name) {
        problems += try uniqueProblems(key, entity.name)
      }
      let constraints = schema.constraints(of: entity.name)
      for bounds in constraints.bounds { problems += try boundsProblems(bounds, entity.name) }
      for check in constraints.checks { problems += try ruleProblems(check.rule, entity.name) }
    }
    return problems
  }

  private var affected: AffectedRecords {
    AffectedRecords(schema: schema, changed: changed, before: before, after: after)
  }

  // MARK: Unique keys

  private func uniqueProblems(
    _ paths: [AttributePath],
    _ entity: String
  ) throws -> [ChangeProblem] {
    let keys = changed.stayingKeys(of: entity, fields: paths)
    guard !keys.isEmpty else { return [] }
    let after = try after.snapshot
    let references = try after.references(to: .list(keys), of: entity)
    let columns = try after.gather(paths.map { .attribute($0) }, of: entity, at: references)
    let holders = try KeyFinder(schema: schema, snapshot: before).holders(
      of: columns,
      paths,
      entity
    )
    let released = try releasedReferences(keys, entity)
    // The only value stands for itself, as most keys are of one.
    let key = { (values: [Value]) in values.count == 1 ? values[0] : .list(values) }
    var first: [Value: Int] = [:]
    var problems: [ChangeProblem] = []
    for row in keys.indices {
      let values = columns.map { $0.value(at: row) }
      if values.contains(where: \.isNull) { continue }
      let id = RecordID(entity: entity, key: keys[row])
      if let earlier = first[key(values)] {
        problems.append(
          .repeated(
            id,
            kind: try kind(keys[row], entity),
            attributes: paths,
            values: values,
            first: RecordID(entity: entity, key: keys[earlier])
          )
        )
        continue
      }
      first[key(values)] = row
      guard holders[row] != Column.nullReference, !released.contains(holders[row]),
        let holder = try before.recordIDs(of: entity, at: [holders[row]]).first
      else { continue }
      problems.append(
        .taken(
          id,
          kind: try kind(keys[row], entity),
          attributes: paths,
          values: values,
          by: holder
        )
      )
    }
    return problems
  }

  /// References to records that give up their old values.
  private func releasedReferences(_ keys: [RecordKey], _ entity: String) throws -> Set<Int64> {
    let all = keys + changed.goneKeys(of: entity)
    return Set(try before.references(to: .list(all), of: entity))
  }

  // MARK: Bounds and rules

  private func boundsProblems(
    _ bounds: StoredConstraints.Bounds,
    _ entity: String
  ) throws -> [ChangeProblem] {
    let end = RelationshipEnd(entity: entity, name: bounds.relationship.name)
    let reference = try schema.reference(end)
    let record = RecordExpression.scope(level: 0, entity: entity)
    let count = TypedExpression(
      .aggregate(ToManyAggregate(function: .count, base: record, path: [reference], level: 1)),
      .int
    )
    let references = try affected.references(RuleRoutes(count, of: entity), of: entity)
    if references.isEmpty { return [] }
    return try rules().outOfBounds(bounds, entity, references)
  }

  private func ruleProblems(_ rule: CheckRule, _ entity: String) throws -> [ChangeProblem] {
    let routes = RuleRoutes(rule.condition, of: entity)
    let references = try affected.references(routes, of: entity)
    if references.isEmpty { return [] }
    return try rules().broken(rule, entity, references)
  }

  private func rules() throws -> RuleEvaluation {
    RuleEvaluation(schema: schema, snapshot: try after.snapshot, executor: try after.executor)
  }

  private func kind(_ key: RecordKey, _ entity: String) throws -> String {
    try KindReader(schema, after.snapshot).kinds([key], of: entity)[0]
  }
}

import Columns
import Execution
import Expressions
import Model
import Storage

/// Checks the result of a change: required values, unique keys, bounds and rules.
struct ConstraintCheck {
  let changes: ChangeSet
  let schema: StoredSchema
  let before: any StoreSnapshot
  /// `changes` over `before`.
  let after: ResultingState
  let cancellation: CancellationFlag

  /// All problems. Throws ``Storage/Cancellation`` if the statement should stop.
  func problems() throws -> [ChangeProblem] {
    var problems = try RequiredValues(schema: schema, after: after).problems(changes)
    for entity in schema.entities {
      for key in schema.uniqueKeys(of: entity.name) {
        problems += try uniqueKeys.problems(key, entity.name)
      }
      let constraints = schema.constraints(of: entity.name)
      for bounds in constraints.bounds { problems += try boundsProblems(bounds, entity.name) }
      for check in constraints.checks { problems += try ruleProblems(check.rule, entity.name) }
    }
    return problems
  }

  private var changed: ChangedRecords { ChangedRecords(changes: changes, schema: schema) }

  private var affected: AffectedRecords {
    AffectedRecords(schema: schema, changed: changed, before: before, after: after)
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
    RuleEvaluation(
      schema: schema,
      snapshot: try after.snapshot,
      executor: try after.executor,
      cancellation: cancellation
    )
  }

  private var uniqueKeys: UniqueCheck {
    UniqueCheck(
      schema: schema,
      changes: changes,
      changed: changed,
      before: before,
      after: after,
      cancellation: cancellation
    )
  }
}

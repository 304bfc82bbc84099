import Execution
import Expressions
import Model
import Storage

/// Checks the rules and bounds of models.
struct RuleCheck {
  let schema: StoredSchema
  let snapshot: any StoreSnapshot
  let executor: Executor
  let cancellation: CancellationFlag
  let records: CheckedRecords

  func check(_ findings: IntegrityFindings, _ damage: DamagedParts) throws {
    let constraints = schema.constraints(of: records.entity)
    for bounds in constraints.bounds {
      try cancellation.check()
      let end = RelationshipEnd(entity: records.entity, name: bounds.relationship.name)
      if damage.contains(end) { continue }
      try addOutOfBounds(bounds, findings)
    }
    for check in constraints.checks {
      try cancellation.check()
      if damage.touches(RuleRoutes(check.rule.condition, of: records.entity)) {
        findings.add(.skippedCheck(kind: check.entity, rule: check.rule.text), of: records.place)
      } else {
        try addBroken(check.rule, findings)
      }
    }
  }

  private var rules: RuleEvaluation {
    RuleEvaluation(
      schema: schema,
      snapshot: snapshot,
      executor: executor,
      cancellation: cancellation
    )
  }

  private func addOutOfBounds(
    _ bounds: StoredConstraints.Bounds,
    _ findings: IntegrityFindings
  ) throws {
    let counts = try rules.countsOutOfBounds(bounds, records.entity, records.references)
      .filter { bounds.kinds?.contains(records.kind($0.row)) ?? true }
    try findings.add(counts, of: records.place) { row, count in
      .broken(
        .outOfBounds(
          try records.id(row),
          kind: records.kind(row),
          relationship: bounds.relationship.name,
          count: count,
          bounds: bounds.bounds
        )
      )
    }
  }

  private func addBroken(_ rule: CheckRule, _ findings: IntegrityFindings) throws {
    let (broken, failed) = try rules.rows(breaking: rule, records.entity, records.references)
    try findings.add(broken, of: records.place) { row in
      .broken(
        .broken(
          try records.id(row),
          kind: records.kind(row),
          rule: rule.text,
          message: rule.message
        )
      )
    }
    try findings.add(failed, of: records.place) { row, error in
      .broken(.unchecked(try records.id(row), kind: records.kind(row), rule: rule.text, error))
    }
  }
}

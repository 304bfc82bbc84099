import Columns
import Execution
import Expressions
import Model
import Storage

/// Evaluates rules and bounds for some records.
struct RuleEvaluation {
  let schema: StoredSchema
  let snapshot: any StoreSnapshot
  let executor: Executor

  /// The records of `entity` for which a rule does not hold.
  func broken(
    _ rule: CheckRule,
    _ entity: String,
    _ references: [Int64]
  ) throws -> [ChangeProblem] {
    guard !references.isEmpty else { return [] }
    let column: Column
    do {
      column = try executor.column(of: rule.condition, for: references, in: entity)
    } catch ExecutionError.evaluation(let error, _, let record?) {
      let kind = try kind(record.key, entity)
      return [.unchecked(record, kind: kind, rule: rule.text, error)]
    }
    guard case .bool(let holds) = column else { return [] }
    let broken = references.indices.filter { holds.isValid($0) && holds.values[$0] == 0 }
    let ids = try snapshot.recordIDs(of: entity, at: broken.map { references[$0] })
    return try ids.map {
      .broken($0, kind: try kind($0.key, entity), rule: rule.text, message: rule.message)
    }
  }

  /// The records that have too few or too many members.
  func outOfBounds(
    _ bounds: StoredConstraints.Bounds,
    _ entity: String,
    _ references: [Int64]
  ) throws -> [ChangeProblem] {
    guard !references.isEmpty else { return [] }
    let relationship = bounds.relationship
    let end = RelationshipEnd(entity: entity, name: relationship.name)
    let lists = try snapshot.members(of: schema.reference(end), owners: references)
    return try references.indices.compactMap { row in
      let count = lists.starts[row + 1] - lists.starts[row]
      if bounds.bounds.contains(count) { return nil }
      let id = try snapshot.recordIDs(of: entity, at: [references[row]])[0]
      let kind = try kind(id.key, entity)
      guard bounds.kinds?.contains(kind) ?? true else { return nil }
      return .outOfBounds(
        id,
        kind: kind,
        relationship: relationship.name,
        count: count,
        bounds: bounds.bounds
      )
    }
  }

  private func kind(_ key: RecordKey, _ entity: String) throws -> String {
    try KindReader(schema, snapshot).kinds([key], of: entity)[0]
  }
}

import Columns
import Execution
import Expressions
import Model
import Storage

/// Evaluates rules and bounds for records.
struct RuleEvaluation {
  let schema: StoredSchema
  let snapshot: any StoreSnapshot
  let executor: Executor
  let cancellation: CancellationFlag

  /// How many records are evaluated together.
  private static let batchSize = 8192

  /// The records of `entity` that violate a rule.
  func broken(
    _ rule: CheckRule,
    _ entity: String,
    _ references: [Int64]
  ) throws -> [ChangeProblem] {
    let (broken, failed) = try rows(breaking: rule, entity, references)
    if let (row, error) = failed.first {
      let id = try snapshot.recordIDs(of: entity, at: [references[row]])[0]
      return [.unchecked(id, kind: try kinds.kind(of: id), rule: rule.text, error)]
    }
    let ids = try snapshot.recordIDs(of: entity, at: broken.map { references[$0] })
    return try ids.map {
      .broken($0, kind: try kinds.kind(of: $0), rule: rule.text, message: rule.message)
    }
  }

  /// The indices of the records that violate a rule, and of those for which it cannot be evaluated.
  func rows(
    breaking rule: CheckRule,
    _ entity: String,
    _ references: [Int64]
  ) throws -> (broken: [Int], failed: [(row: Int, error: EvaluationError)]) {
    var broken: [Int] = []
    var failed: [(row: Int, error: EvaluationError)] = []
    for start in stride(from: 0, to: references.count, by: Self.batchSize) {
      try cancellation.check()
      let batch = Array(references[start...].prefix(Self.batchSize))
      let column = try executor.column(of: rule.condition, for: batch, in: entity) { row, error in
        failed.append((start + row, error))
      }
      guard case .bool(let holds) = column else { continue }
      for row in batch.indices where holds.isValid(row) && holds.values[row] == 0 {
        broken.append(start + row)
      }
    }
    return (broken, failed)
  }

  /// The records with too few or too many members.
  func outOfBounds(
    _ bounds: StoredConstraints.Bounds,
    _ entity: String,
    _ references: [Int64]
  ) throws -> [ChangeProblem] {
    try countsOutOfBounds(bounds, entity, references).compactMap { row, count in
      let id = try snapshot.recordIDs(of: entity, at: [references[row]])[0]
      let kind = try kinds.kind(of: id)
      guard bounds.kinds?.contains(kind) ?? true else { return nil }
      return .outOfBounds(
        id,
        kind: kind,
        relationship: bounds.relationship.name,
        count: count,
        bounds: bounds.bounds
      )
    }
  }

  /// The indices of the records of any model with too few or too many members, with their numbers
  /// of members.
  func countsOutOfBounds(
    _ bounds: StoredConstraints.Bounds,
    _ entity: String,
    _ references: [Int64]
  ) throws -> [(row: Int, count: Int)] {
    guard !references.isEmpty else { return [] }
    let end = RelationshipEnd(entity: entity, name: bounds.relationship.name)
    let lists = try snapshot.members(of: schema.reference(end), owners: references)
    return references.indices.compactMap { row in
      let count = lists.members(of: row).count
      return bounds.bounds.contains(count) ? nil : (row, count)
    }
  }

  private var kinds: RecordModels { RecordModels(schema, snapshot) }
}

import Columns
import Execution
import Expressions
import Model
import Planning
import Storage

/// Looks through a whole store for what its schema does not allow.
struct StoreCheck {
  let schema: StoredSchema
  let snapshot: any StoreSnapshot
  let executor: Executor
  let cancellation: CancellationFlag

  /// All that is wrong, entity by entity.
  func problems() throws -> [IntegrityProblem] {
    var problems: [IntegrityProblem] = []
    for entity in schema.entities {
      let references = try executor.references(of: .scan(entity: entity.name), first: nil)
      if references.isEmpty { continue }
      problems += try valueProblems(entity.name, references)
      problems += try constraintProblems(entity, references)
      problems += try RelationshipCheck(schema: schema, snapshot: snapshot)
        .problems(entity.name, references)
    }
    return problems
  }

  // MARK: Values

  /// Missing values, texts that are no cases, and records of unknown models.
  private func valueProblems(
    _ entity: String,
    _ references: [Int64]
  ) throws -> [IntegrityProblem] {
    let layout = try schema.layout(entity)
    let required = schema.fieldsRequiredByKinds(of: entity)
    var problems: [IntegrityProblem] = []
    for (place, field) in layout.fields.enumerated() {
      try cancellation.check()
      let column = try snapshot.gather([.attribute(field.path)], of: entity, at: references)[0]
      let kinds = required.first { $0.path == field.path }?.kinds
      if column.validCount < column.count, !field.isOptional || kinds != nil {
        for row in 0..<column.count where column.value(at: row).isNull {
          problems += try missing(entity, references[row], field, kinds)
        }
      }
      if case .enumeration(let type) = layout.fields[place].type {
        problems += try caseProblems(entity, references, field, type, column)
      }
      if field.path.components == [Schema.kindAttribute] {
        problems += try kindProblems(entity, references, column)
      }
    }
    return problems
  }

  private func missing(
    _ entity: String,
    _ reference: Int64,
    _ field: StoredField,
    _ kinds: Set<String>?
  ) throws -> [IntegrityProblem] {
    let (id, kind) = try record(entity, reference)
    guard kinds?.contains(kind) ?? true else { return [] }
    return [.broken(.missingValue(id, kind: kind, property: field.path.description))]
  }

  private func caseProblems(
    _ entity: String,
    _ references: [Int64],
    _ field: StoredField,
    _ type: EnumerationType,
    _ column: Column
  ) throws -> [IntegrityProblem] {
    let cases = Set(type.cases)
    return try references.indices.compactMap { row in
      guard case .string(let text) = column.value(at: row), !cases.contains(text) else {
        return nil
      }
      let (id, kind) = try record(entity, references[row])
      return .noCase(id, kind: kind, property: field.path.description, text: text)
    }
  }

  private func kindProblems(
    _ entity: String,
    _ references: [Int64],
    _ column: Column
  ) throws -> [IntegrityProblem] {
    let kinds = Set(schema.declared.kinds(of: entity))
    return try references.indices.compactMap { row in
      guard case .string(let text) = column.value(at: row), !kinds.contains(text) else {
        return nil
      }
      return .unknownKind(try record(entity, references[row]).id, text: text)
    }
  }

  // MARK: Constraints

  private func constraintProblems(
    _ entity: Entity,
    _ references: [Int64]
  ) throws -> [IntegrityProblem] {
    var problems: [IntegrityProblem] = []
    for key in schema.uniqueKeys(of: entity.name) {
      try cancellation.check()
      problems += try uniqueProblems(key, entity.name, references)
    }
    let rules = RuleEvaluation(schema: schema, snapshot: snapshot, executor: executor)
    let constraints = schema.constraints(of: entity.name)
    for bounds in constraints.bounds {
      problems += try rules.outOfBounds(bounds, entity.name, references)
        .map(IntegrityProblem.broken)
    }
    for check in constraints.checks {
      try cancellation.check()
      problems += try rules.broken(check.rule, entity.name, references)
        .map(IntegrityProblem.broken)
    }
    return problems
  }

  private func uniqueProblems(
    _ paths: [AttributePath],
    _ entity: String,
    _ references: [Int64]
  ) throws -> [IntegrityProblem] {
    let sources = paths.map(ColumnSource.attribute)
    let columns = try snapshot.gather(sources, of: entity, at: references)
    var first: [[Value]: Int] = [:]
    var problems: [IntegrityProblem] = []
    for row in references.indices {
      let values = columns.map { $0.value(at: row) }
      if values.contains(where: \.isNull) { continue }
      guard let earlier = first[values] else {
        first[values] = row
        continue
      }
      let (id, kind) = try record(entity, references[row])
      let holder = try record(entity, references[earlier]).id
      problems.append(
        .broken(.taken(id, kind: kind, attributes: paths, values: values, by: holder))
      )
    }
    return problems
  }

  private func record(_ entity: String, _ reference: Int64) throws -> (id: RecordID, kind: String) {
    let id = try snapshot.recordIDs(of: entity, at: [reference])[0]
    return (id, try KindReader(schema, snapshot).kinds([id.key], of: entity)[0])
  }
}

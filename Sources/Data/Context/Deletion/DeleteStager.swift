import Columns
import Model
import Storage

/// Stages a delete and its consequences.
struct DeleteStager {
  let draft: ChangeDraft

  /// How many blocking records are listed.
  private static let maxBlockers = 5

  func stage(_ request: DeleteRequest) throws {
    try stage(try draft.references(of: request.selection), of: request.selection.entity)
  }

  /// Deletes records of a root entity.
  func stage(_ references: [Int64], of entity: String) throws {
    var closure = DeletionClosure(
      schema: draft.schema,
      snapshot: draft.snapshot,
      cancellation: draft.cancellation,
      keepsCauses: draft.isPreview,
      appliesRules: draft.appliesDeleteRules
    )
    try closure.follow(references, of: entity)
    draft.causes = closure.causes
    if draft.appliesDeleteRules { draft.problems += try denials(closure) }
    try settleReferences(closure)
    let kinds = RecordModels(draft.schema, draft.snapshot)
    for reached in closure.entities {
      let members = closure.references[reached] ?? []
      try draft.cancellation.check()
      let records = try draft.snapshot.recordIDs(of: reached, at: members)
      try draft.cancellation.check()
      draft.delete(records.map(\.key), of: reached)
      // The records to delete explicitly come first.
      let namedCount = reached == entity ? closure.namedCount : 0
      let first = Array(records.prefix(namedCount))
      let rest = Array(records.dropFirst(namedCount))
      draft.summary.deleted.add(try kinds.counts(first))
      draft.summary.cascaded.add(try kinds.counts(rest))
    }
  }

  /// The remaining records that prevent the deletion by a `deny` rule.
  private func denials(_ closure: DeletionClosure) throws -> [ChangeProblem] {
    var problems: [ChangeProblem] = []
    for entity in closure.entities {
      let references = closure.references[entity] ?? []
      for relationship in try draft.schema.layout(entity).entity.relationships
      where relationship.deleteRule == .deny {
        let end = RelationshipEnd(entity: entity, name: relationship.name)
        let lists = try closure.others(end, of: references)
        let gone = closure.gone[relationship.destination] ?? []
        for (row, reference) in references.enumerated() {
          let blockers = lists.members(of: row).filter { !gone.contains($0) }
          if blockers.isEmpty { continue }
          problems.append(try denial(entity, reference, relationship, blockers))
        }
      }
    }
    return problems
  }

  private func denial(
    _ entity: String,
    _ reference: Int64,
    _ relationship: Relationship,
    _ blockers: [Int64]
  ) throws -> ChangeProblem {
    let record = try draft.snapshot.recordIDs(of: entity, at: [reference])[0]
    let named = try draft.snapshot.recordIDs(
      of: relationship.destination,
      at: Array(blockers.prefix(Self.maxBlockers))
    )
    return .denied(
      record,
      kind: try RecordModels(draft.schema, draft.snapshot).kind(of: record),
      relationship: relationship.name,
      blockers: named,
      total: blockers.count
    )
  }

  /// Clears the references of remaining records. With `no action`, they are kept and dangle.
  private func settleReferences(_ closure: DeletionClosure) throws {
    for entity in closure.entities {
      let references = closure.references[entity] ?? []
      for relationship in try draft.schema.layout(entity).entity.relationships {
        let end = RelationshipEnd(entity: entity, name: relationship.name)
        let far = try draft.schema.inverse(of: end)
        guard try !draft.schema.relationship(far).isToMany else { continue }
        let gone = closure.gone[relationship.destination] ?? []
        let staying = try closure.others(end, of: references).members
          .filter { !gone.contains($0) }
        if staying.isEmpty { continue }
        let records = try draft.snapshot.recordIDs(of: relationship.destination, at: staying)
        let counts = try RecordModels(draft.schema, draft.snapshot).counts(records)
        if draft.appliesDeleteRules, relationship.deleteRule == .noAction {
          draft.summary.dangling.add(counts)
        } else {
          for record in records { try draft.links.set(far, record.key, to: nil) }
          draft.summary.nullified.add(counts)
        }
      }
    }
  }
}

import Columns
import Model
import Storage

/// Checks that records are still as changes left them.
struct StateComparison {
  let schema: StoredSchema
  let now: any StoreSnapshot

  /// What other writers have changed since `left`, which `changes` would revert.
  func differences(from left: ChangeSet, to changes: ChangeSet) throws -> [ChangeProblem] {
    var problems: [ChangeProblem] = []
    for selection in left.deleted {
      for key in selection.keys.all {
        let id = RecordID(entity: selection.entity, key: key)
        if try now.reference(to: id) != nil {
          problems.append(.touched(id, property: "", left: .null, now: .record(id)))
        }
      }
    }
    for rows in left.inserted + left.updated { problems += try differences(rows) }
    if problems.isEmpty {
      for rows in left.inserted { problems += try insertedReferrers(rows, left) }
      for rows in changes.inserted { problems += try retargeted(rows, changes) }
      if problems.isEmpty {
        problems = try DeletedTargets(schema: schema, changes: changes, now: now).problems()
      }
    }
    return problems
  }

  /// Records that kept dangling references to one that is restored in a one-to-one relationship
  /// with `no action`, but now reference another one.
  private func retargeted(_ rows: RecordRows, _ changes: ChangeSet) throws -> [ChangeProblem] {
    var problems: [ChangeProblem] = []
    for reference in try schema.layout(rows.entity).references where reference.isOneToOne {
      let relationship = reference.relationship
      guard relationship.deleteRule == .noAction,
        let targets = rows.references[relationship.name]?.targets
      else { continue }
      let own = own(changes, relationship)
      let referenced = targets.indices.compactMap { row in
        targets[row].flatMap { own.contains($0) ? nil : (owner: rows.keys[row], member: $0) }
      }
      let found = try now.references(
        to: .list(referenced.map(\.member)),
        of: relationship.destination
      )
      let there = zip(referenced, found).filter { $1 != Column.nullReference }.map(\.0)
      let back = try RecordReader(schema.layout(relationship.destination), now)
        .targets(of: relationship.inverse, keys: there.map(\.member)).targets
      for (row, pair) in there.enumerated() where back[row] != pair.owner {
        problems.append(
          .touched(
            RecordID(entity: relationship.destination, key: pair.member),
            property: relationship.inverse,
            left: value(pair.owner, rows.entity),
            now: value(back[row], rows.entity)
          )
        )
      }
    }
    return problems
  }

  /// References by other writers to a new record that would be deleted.
  private func insertedReferrers(_ rows: RecordRows, _ left: ChangeSet) throws -> [ChangeProblem] {
    let references = try now.references(to: rows.keys, of: rows.entity)
    var problems: [ChangeProblem] = []
    for relationship in try schema.layout(rows.entity).entity.relationships {
      let end = RelationshipEnd(entity: rows.entity, name: relationship.name)
      // With `no action`, references to deleted records are kept.
      guard relationship.deleteRule != .noAction, try !schema.isManyToMany(end) else { continue }
      let own = own(left, relationship)
      let lists = try now.others(schema.reference(end), of: references)
      let keys = try now.keys(of: relationship.destination, at: lists.members)
      for row in references.indices {
        for index in lists.places(of: row) {
          guard let key = keys[index], !own.contains(key),
            rows.references[relationship.name]?.targets[row] != key
          else { continue }
          problems.append(
            .touched(
              RecordID(entity: rows.entity, key: rows.keys[row]),
              property: relationship.name,
              left: .null,
              now: .record(RecordID(entity: relationship.destination, key: key))
            )
          )
        }
      }
    }
    return problems
  }

  /// The records whose inverse reference is part of `changes`.
  private func own(_ changes: ChangeSet, _ relationship: Relationship) -> Set<RecordKey> {
    let updated = changes.updated.filter { $0.references[relationship.inverse] != nil }
    let rows = (changes.inserted + updated).filter { $0.entity == relationship.destination }
    return Set(rows.flatMap { $0.keys.all })
  }

  private func differences(_ rows: RecordRows) throws -> [ChangeProblem] {
    let keys = rows.keys.all
    let references = try now.references(to: rows.keys, of: rows.entity)
    if let missing = references.firstIndex(of: Column.nullReference) {
      return [.deletedMeanwhile(RecordID(entity: rows.entity, key: keys[missing]), ours: [])]
    }
    return try fieldDifferences(rows, keys, references) + referenceDifferences(rows, keys)
  }

  private func fieldDifferences(
    _ rows: RecordRows,
    _ keys: [RecordKey],
    _ references: [Int64]
  ) throws -> [ChangeProblem] {
    var problems: [ChangeProblem] = []
    let entity = try schema.layout(rows.entity).entity
    for (path, column) in rows.columns.sorted(by: { $0.key.description < $1.key.description }) {
      // Values that the store computes cannot conflict.
      if path.components.first.flatMap(entity.attribute)?.isReadOnly == true { continue }
      let current = try now.gather([.attribute(path)], of: rows.entity, at: references)[0]
      for row in keys.indices where current.value(at: row) != column.value(at: row) {
        problems.append(
          .touched(
            RecordID(entity: rows.entity, key: keys[row]),
            property: path.description,
            left: column.value(at: row),
            now: current.value(at: row)
          )
        )
      }
    }
    return problems
  }

  private func referenceDifferences(
    _ rows: RecordRows,
    _ keys: [RecordKey]
  ) throws -> [ChangeProblem] {
    var problems: [ChangeProblem] = []
    let reader = RecordReader(try schema.layout(rows.entity), now)
    for (name, given) in rows.references.sorted(by: { $0.key < $1.key }) {
      let current = try reader.targets(of: name, keys: keys).targets
      let end = RelationshipEnd(entity: rows.entity, name: name)
      let destination = try schema.relationship(end).destination
      for row in keys.indices where current[row] != given.targets[row] {
        problems.append(
          .touched(
            RecordID(entity: rows.entity, key: keys[row]),
            property: name,
            left: value(given.targets[row], destination),
            now: value(current[row], destination)
          )
        )
      }
    }
    return problems
  }

  private func value(_ target: RecordKey?, _ entity: String) -> Value {
    target.map { .record(RecordID(entity: entity, key: $0)) } ?? .null
  }
}

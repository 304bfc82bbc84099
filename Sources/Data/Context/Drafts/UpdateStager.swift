import Columns
import Execution
import Expressions
import Model
import Storage

/// Stages an update. All values are computed from the old records.
struct UpdateStager {
  let draft: ChangeDraft

  func stage(_ request: UpdateRequest) throws {
    let entity = request.selection.entity
    let references = try draft.references(of: request.selection)
    if let span = request.needsOne, references.count != 1 {
      throw ChangeFailure(.severalOwners(kind: request.kind, found: references.count, span))
    }
    guard !references.isEmpty else { return }
    let records = try draft.snapshot.recordIDs(of: entity, at: references)
    let keys = records.map(\.key)
    let identities = try InsertStager(draft: draft).stage(request.records)
    draft.summary.identities = request.assignments.flatMap(\.newRecords)
      .compactMap { identities[$0] }
    var rows = RecordRows(entity: entity, keys: .list(keys))
    for assignment in request.assignments {
      switch assignment.change {
      case .field(let path, let expression):
        rows.columns[path] = try column(expression, for: path, references, entity)
      case .elements(let path, let isAdded, let expression):
        rows.columns[path] = try elements(path, isAdded, expression, references, entity)
      case .reference(let relationship, let expression):
        try setReference(relationship, expression, references, keys)
      case .links(let relationship, let operation, let links):
        let linker = LinkStager(draft: draft, identities: identities)
        let members = try links.flatMap(linker.records).map(\.key)
        try edit(relationship, operation, members, keys)
      }
    }
    if !rows.columns.isEmpty { draft.update(rows) }
    draft.summary.updated.add(try RecordModels(draft.schema, draft.snapshot).counts(records))
  }

  /// The new values of a field.
  private func column(
    _ expression: TypedExpression,
    for path: AttributePath,
    _ references: [Int64],
    _ entity: String
  ) throws -> Column {
    if case .literal(let value) = expression.kind {
      return try draft.schema.layout(entity).column(of: path, [value])
        .gathered(at: Array(repeating: 0, count: references.count))
    }
    return try draft.executor.column(of: expression, for: references, in: entity)
  }

  /// The arrays of a field with elements added or removed.
  private func elements(
    _ path: AttributePath,
    _ isAdded: Bool,
    _ expression: TypedExpression,
    _ references: [Int64],
    _ entity: String
  ) throws -> Column {
    let record = RecordExpression.scope(level: 0, entity: entity)
    let current = TypedExpression(.attribute(path, of: record), expression.type)
    let old = try draft.executor.column(of: current, for: references, in: entity)
    let change = try draft.executor.column(of: expression, for: references, in: entity)
    let arrays = references.indices.lazy.map { row -> Value in
      let elements = old.value(at: row).elements
      let edited = change.value(at: row).elements ?? []
      let result = isAdded ? (elements ?? []) + edited : elements?.filter { !edited.contains($0) }
      return result.map(Value.list) ?? .null
    }
    return try draft.schema.layout(entity).column(of: path, arrays)
  }

  private func setReference(
    _ relationship: RelationshipReference,
    _ expression: TypedExpression,
    _ references: [Int64],
    _ keys: [RecordKey]
  ) throws {
    let end = RelationshipEnd(entity: relationship.entity, name: relationship.name)
    let targets = try self.targets(expression, relationship, references)
    for (key, target) in zip(keys, targets) {
      if let target {
        try draft.links.connect(end, key, target)
      } else {
        try draft.links.clear(end, key)
      }
    }
  }

  /// The value of a record expression for each record.
  private func targets(
    _ expression: TypedExpression,
    _ relationship: RelationshipReference,
    _ references: [Int64]
  ) throws -> [RecordKey?] {
    if case .literal(let value) = expression.kind {
      guard case .record(let id) = value else {
        return Array(repeating: nil, count: references.count)
      }
      guard try draft.snapshot.reference(to: id) != nil else { throw StoreError.missingRecord(id) }
      return Array(repeating: id.key, count: references.count)
    }
    let column = try draft.executor.column(
      of: expression,
      for: references,
      in: relationship.entity
    )
    guard case .reference(let found) = column else { return [] }
    return try draft.snapshot.keys(of: relationship.destination, at: found.values)
  }

  private func edit(
    _ relationship: RelationshipReference,
    _ operation: LinkOperation,
    _ members: [RecordKey],
    _ owners: [RecordKey]
  ) throws {
    let end = RelationshipEnd(entity: relationship.entity, name: relationship.name)
    for owner in owners {
      switch operation {
      case .add:
        for member in members { try draft.links.connect(end, owner, member) }
      case .remove:
        for member in members { try draft.links.disconnect(end, owner, member) }
      case .set where relationship.isToMany:
        let wanted = Set(members)
        for previous in try draft.links.members(end, of: owner) where !wanted.contains(previous) {
          try draft.links.disconnect(end, owner, previous)
        }
        for member in members { try draft.links.connect(end, owner, member) }
      case .set:
        if let member = members.first {
          try draft.links.connect(end, owner, member)
        } else {
          try draft.links.clear(end, owner)
        }
      }
    }
  }
}

extension Value {
  /// The elements of an array; nil for other values.
  fileprivate var elements: [Value]? {
    if case .list(let elements) = self { elements } else { nil }
  }
}

extension Assignment {
  /// The numbers of the new records in the assignment.
  fileprivate var newRecords: [Int] {
    guard case .links(_, _, let links) = change else { return [] }
    return links.compactMap { if case .pending(let number) = $0 { number } else { nil } }
  }
}

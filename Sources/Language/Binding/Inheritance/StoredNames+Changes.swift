import Expressions
import Model
import Storage

/// Changes with stored names; see ``StoredNames``.
extension StoredNames {
  func request(_ request: ChangeRequest) -> ChangeRequest {
    switch request {
    case .insert(let insert): .insert(self.request(insert))
    case .upsert(let upsert): .upsert(self.request(upsert))
    case .update(let update): .update(self.request(update))
    case .delete(let delete): .delete(self.request(delete))
    }
  }

  func request(_ request: InsertRequest) -> InsertRequest {
    InsertRequest(
      records: request.records.map(record),
      topLevelCount: request.topLevelCount
    )
  }

  func request(_ request: UpsertRequest) -> UpsertRequest {
    UpsertRequest(records: request.records.map(record), topLevelCount: request.topLevelCount)
  }

  func request(_ request: DeleteRequest) -> DeleteRequest {
    DeleteRequest(selection: self.request(request.selection), kind: request.kind)
  }

  func request(_ request: UpdateRequest) -> UpdateRequest {
    UpdateRequest(
      selection: self.request(request.selection),
      kind: request.kind,
      assignments: request.assignments.map { assignment in
        Assignment(
          name: assignment.name,
          change: change(assignment.change, of: request.kind),
          span: assignment.span
        )
      },
      records: request.records.map(record),
      needsOne: request.needsOne
    )
  }

  private func change(_ change: Assignment.Change, of kind: String) -> Assignment.Change {
    switch change {
    case .field(let path, let value):
      .field(self.path(path, in: kind), expression(value))
    case .elements(let path, let isAdded, let value):
      .elements(self.path(path, in: kind), isAdded: isAdded, expression(value))
    case .reference(let relationship, let value):
      .reference(self.relationship(relationship), expression(value))
    case .links(let relationship, let operation, let links):
      .links(self.relationship(relationship), operation, links.map(link))
    }
  }

  /// A record of a submodel stores the name of its model.
  private func record(_ record: InsertedRecord) -> InsertedRecord {
    let paths = record.values.map { (path($0.key, in: record.entity), expression($0.value)) }
    var values = Dictionary(paths, uniquingKeysWith: { first, _ in first })
    if entity(record.entity) != record.entity {
      values[AttributePath([Schema.kindAttribute])] = .literal(.string(record.entity), .string)
    }
    let links = record.links.map { name, links in
      (relationship(name, in: record.entity), links.map(link))
    }
    var stored = record
    stored.entity = entity(record.entity)
    stored.values = values
    stored.links = Dictionary(links, uniquingKeysWith: { first, _ in first })
    stored.required = record.required.map {
      RequiredField(path: path($0.path, in: record.entity), name: $0.name)
    }
    stored.defaults = Set(record.defaults.map { path($0, in: record.entity) })
    stored.keys = record.keys.map { key in key.map { path($0, in: record.entity) } }
    return stored
  }

  private func link(_ link: InsertedLink) -> InsertedLink {
    switch link {
    case .saved, .pending:
      link
    case .checked(let id, let query, let kind, let span):
      .checked(id, request(query), kind: kind, span: span)
    case .query(let query, let wanted, let span):
      .query(request(query), oneOf: wanted, span: span)
    }
  }
}

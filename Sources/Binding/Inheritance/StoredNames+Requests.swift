import Columns
import Expressions
import Model
import Storage

/// Requests as they are put to a store, which knows roots only; see ``StoredNames``.
extension StoredNames {
  /// The request for stored records.
  func request(_ request: FetchRequest) -> FetchRequest {
    FetchRequest(
      entity: entity(request.entity),
      source: source(request.source),
      predicate: predicate(request.predicate, of: request.entity),
      grouping: request.grouping.map(grouping),
      groupPredicate: request.groupPredicate.map(expression),
      isDistinct: request.isDistinct,
      sort: request.sort.map { $0.with(expression($0.expression)) },
      limit: request.limit,
      offset: request.offset,
      columns: request.columns.map {
        OutputColumn(name: $0.name, expression: expression($0.expression))
      }
    )
  }

  private func source(_ source: FetchSource) -> FetchSource {
    if case .rows(let inner) = source { .rows(of: request(inner)) } else { .records }
  }

  private func grouping(_ grouping: Grouping) -> Grouping {
    Grouping(
      keys: grouping.keys.map(expression),
      aggregates: grouping.aggregates.map {
        GroupAggregate(
          function: $0.function,
          filter: $0.filter.map(expression),
          element: $0.element.map(expression),
          type: $0.type
        )
      }
    )
  }

  /// The insert of stored records.
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
      .reference(stored(relationship), expression(value))
    case .links(let relationship, let operation, let links):
      .links(stored(relationship), operation, links.map(link))
    }
  }

  private func stored(_ reference: RelationshipReference) -> RelationshipReference {
    RelationshipReference(
      entity: entity(reference.entity),
      name: relationship(reference.name, in: reference.entity),
      destination: entity(reference.destination),
      isToMany: reference.isToMany
    )
  }

  /// The load of stored records.
  func load(_ load: ColumnLoad) -> ColumnLoad {
    let columns = load.columns.map { (path($0.key, in: load.entity), $0.value) }
    let references = load.references.map { (relationship($0.key, in: load.entity), $0.value) }
    var stored = ColumnLoad(
      entity: entity(load.entity),
      count: load.count,
      columns: Dictionary(columns, uniquingKeysWith: { first, _ in first }),
      references: Dictionary(references, uniquingKeysWith: { first, _ in first })
    )
    if stored.entity != load.entity {
      var kinds = StringDictionary()
      let codes = Array(repeating: kinds.code(for: load.entity), count: load.count)
      stored.columns[AttributePath([Schema.kindAttribute])] = .string(
        StringColumn(codes: FixedColumn(values: codes), dictionary: kinds)
      )
    }
    return stored
  }

  /// A record of a specialised entity says of which one it is.
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

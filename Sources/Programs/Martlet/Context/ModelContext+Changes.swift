import Binding
public import Context
import Diagnostics
import Features
public import Model
import Session
import Storage
import Syntax

/// Changing and deleting records.
extension ModelContext {
  /// Runs a statement that changes records, or `migrate`: `execute("update Budget where owner == \(name) set limit += 50")`.
  @discardableResult
  public func execute(_ statement: QueryText) throws -> ChangeSummary {
    let parsed = try ParsedText(statement)
    if case .migrate = parsed.statement.kind { return try migrate(parsed) }
    let request = try TextBinder(self, parsed).change(parsed.statement)
    return try perform(request, evaluation, title: parsed.title)
  }

  /// Brings the store to a version of its models; the summary counts no records.
  private func migrate(_ parsed: ParsedText) throws -> ChangeSummary {
    do {
      _ = try QuerySession(context: self).run(parsed.statement, in: parsed.source)
      return ChangeSummary()
    } catch SessionError.failed(let diagnostics) {
      throw QueryError(diagnostics, in: parsed.source)
    }
  }

  /// Gives properties of records new values; of all records of the model without a condition.
  @discardableResult
  public func update(
    _ entity: String,
    where predicate: QueryText? = nil,
    set values: [String: Value]
  ) throws -> ChangeSummary {
    try update(selection(entity, predicate, "update"), values.fields, entity)
  }

  /// Gives properties of records new values, computed from the old ones: `set: "limit = limit * 1.1"`.
  @discardableResult
  public func update(
    _ entity: String,
    where predicate: QueryText? = nil,
    set assignments: QueryText
  ) throws -> ChangeSummary {
    try execute(selection(entity, predicate, "update") + " set " + assignments)
  }

  /// Gives properties of a record new values.
  @discardableResult
  public func update(_ id: RecordID, set values: [String: Value]) throws -> ChangeSummary {
    try update(id, fields: values.fields)
  }

  /// Gives properties of a record new values, computed from the old ones: `set: "limit += 50"`.
  @discardableResult
  public func update(_ id: RecordID, set assignments: QueryText) throws -> ChangeSummary {
    try update(entity(of: id), where: "@id == \(id)", set: assignments)
  }

  /// Makes a record what a struct or object says: what is nil there becomes nil here.
  ///
  /// A to-many relationship gets exactly the records of its array, or stays as it is where that is nil. A
  /// struct within is the record whose identity its `id` is, which is made what it says, or else a new one.
  @discardableResult
  public func update(_ id: RecordID, to model: some Encodable) throws -> ChangeSummary {
    let fields = try StoredFields(
      of: model,
      entity(of: id),
      in: container.store.schema,
      keepsNil: true
    )
    guard fields.isNested else { return try update(id, fields: fields.fields) }
    return try asOne {
      let summary = try update(id, fields: fields.fields)
      try complete(id, with: fields)
      return summary
    }
  }

  /// Deletes records with all that goes with them by the models' delete rules; all records of the
  /// model without a condition.
  @discardableResult
  public func delete(model entity: String, where predicate: QueryText? = nil) throws
    -> ChangeSummary
  {
    try execute(selection(entity, predicate, "delete"))
  }

  /// Deletes records of the model that is called as a Swift type.
  @discardableResult
  public func delete<Model>(model: Model.Type, where predicate: QueryText? = nil) throws
    -> ChangeSummary
  {
    try delete(model: modelName(of: model), where: predicate)
  }

  /// Deletes a record with all that goes with it.
  @discardableResult
  public func delete(_ id: RecordID) throws -> ChangeSummary {
    try delete(model: entity(of: id), where: "@id == \(id)")
  }

  /// What a statement would do; nothing is changed.
  public func preview(_ statement: QueryText) throws -> ChangePreview {
    let parsed = try ParsedText(statement)
    return try preview(TextBinder(self, parsed).change(parsed.statement), evaluation)
  }

  @discardableResult
  func update(_ id: RecordID, fields: [(String, Value)]) throws -> ChangeSummary {
    let entity = try entity(of: id)
    return try update(selection(entity, "@id == \(id)", "update"), fields, entity)
  }

  /// - Parameter selection: An `update` without its `set`.
  func update(
    _ selection: QueryText,
    _ values: [(String, Value)],
    _ entity: String,
    operation: AssignmentOperation = .set
  ) throws -> ChangeSummary {
    guard !values.isEmpty else { return ChangeSummary() }
    // The statement is parsed with a `set` that is no one's, which then gives way to the values.
    let parsed = try ParsedText(selection + " set value = nil")
    guard case .update(let update) = parsed.statement.kind else { return ChangeSummary() }
    var maker = RecordMaker(parameters: parsed.parameters)
    let assignments = try values.map { name, value in
      let path = [maker.name(name)]
      return AssignmentSyntax(
        path: path,
        operation: operation,
        operationSpan: path[0].span,
        value: try maker.value(value, of: name)
      )
    }
    let request = try TextBinder(self, parameters: maker.parameters).bound {
      try $0.bindUpdate(
        UpdateStatement(selection: update.selection, all: update.all, assignments: assignments)
      )
    }
    return try perform(.update(request), evaluation, title: "update \(entity)")
  }

  /// `update Budget where (…)`, `delete all Budget`
  func selection(_ entity: String, _ predicate: QueryText?, _ verb: String) -> QueryText {
    let name = quotedIfNeeded(entity)
    guard let predicate else { return QueryText(verb + " all " + name) }
    // A condition ends where its parenthesis does, and with it a comment.
    return QueryText(verb + " " + name + " where (") + predicate + "\n)"
  }

  /// The model that a record is of.
  func entity(of id: RecordID) throws -> String {
    guard let entity = try recordReader(evaluation).entity(of: id) else {
      throw StoreError.missingRecord(id)
    }
    return entity
  }
}

extension ParsedText {
  /// The statement as the history tells it.
  var title: String { String(source.text(in: statement.span).prefix(400)) }
}

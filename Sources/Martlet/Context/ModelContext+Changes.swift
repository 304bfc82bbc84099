import Binding
public import Context
import Diagnostics
public import Model
import Storage
import Syntax

/// Changing and deleting records.
extension ModelContext {
  /// Runs a statement that changes records: `execute("update Budget where owner == \(name) set limit += 50")`.
  @discardableResult
  public func execute(_ statement: QueryText) throws -> ChangeSummary {
    let parsed = try ParsedText(statement)
    let request = try TextBinder(self, parsed).change(parsed.statement)
    return try perform(request, evaluation, title: parsed.title)
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

  /// Makes a record what a struct says: what is nil there becomes nil here.
  @discardableResult
  public func update(_ id: RecordID, to model: some Encodable) throws -> ChangeSummary {
    let entity = try entity(of: id)
    let fields = StoredFields(container.store.schema, entity)
    return try update(id, fields: fields.fields(of: model, keepsNil: true))
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

  private func update(_ id: RecordID, fields: [(String, Value)]) throws -> ChangeSummary {
    let entity = try entity(of: id)
    return try update(selection(entity, "@id == \(id)", "update"), fields, entity)
  }

  /// - Parameter selection: An `update` without its `set`.
  private func update(
    _ selection: QueryText,
    _ values: [(String, Value)],
    _ entity: String
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
        operation: .set,
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
  private func selection(_ entity: String, _ predicate: QueryText?, _ verb: String) -> QueryText {
    let name = quotedIfNeeded(entity)
    guard let predicate else { return QueryText(verb + " all " + name) }
    // A condition ends where its parenthesis does, and with it a comment.
    return QueryText(verb + " " + name + " where (") + predicate + "\n)"
  }

  /// The model that a record is of.
  private func entity(of id: RecordID) throws -> String {
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

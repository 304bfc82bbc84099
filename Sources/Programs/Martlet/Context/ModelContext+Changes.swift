import Binding
public import Context
import Diagnostics
import Features
public import Model
import Session
import Storage
import Syntax

extension ModelContext {
  /// Runs an `insert`, `update`, `upsert`, `delete` or `migrate` statement.
  ///
  /// ```swift
  /// try context.execute("update Budget where owner == \(owner) set limit += 50")
  /// ```
  ///
  /// - Returns: The number of records changed, by model. For `migrate`, all numbers are 0.
  /// - Throws: ``QueryError`` if the statement is invalid, ``/Context/ChangeFailure`` if the
  ///   change breaks a rule, and ``/Storage/StoreError`` or ``/Storage/StoreFileError`` if the
  ///   store refuses it. Nothing is changed then.
  @discardableResult
  public func execute(_ statement: QueryText) throws -> ChangeSummary {
    let parsed = try ParsedText(statement)
    if case .migrate = parsed.statement.kind { return try migrate(parsed) }
    let request = try TextBinder(self, parsed).change(parsed.statement)
    return try perform(request, evaluation, title: parsed.title)
  }

  private func migrate(_ parsed: ParsedText) throws -> ChangeSummary {
    _ = try explaining(in: parsed.source) {
      try QuerySession(context: self).run(parsed.statement, in: parsed.source)
    }
    return ChangeSummary()
  }

  /// Sets members of the records that match a condition.
  ///
  /// ```swift
  /// try context.update("Budget", where: "limit > 1000", set: ["owner": "Zoë", "price": nil])
  /// ```
  ///
  /// - Parameters:
  ///   - entity: The name of the model.
  ///   - predicate: The condition, or nil to update all records.
  ///   - values: The new values by name. Write `Value(x)` for the value of a variable.
  /// - Throws: The same errors as ``execute(_:)``.
  @discardableResult
  public func update(
    _ entity: String,
    where predicate: QueryText? = nil,
    set values: [String: Value]
  ) throws -> ChangeSummary {
    try update(selection(entity, predicate, "update"), values.fields, entity)
  }

  /// Sets members of the records that match a condition to the results of expressions.
  ///
  /// ```swift
  /// try context.update("Budget", where: "limit > 1000", set: "limit = limit * 1.1")
  /// ```
  ///
  /// - Parameters:
  ///   - entity: The name of the model.
  ///   - predicate: The condition, or nil to update all records.
  ///   - assignments: Assignments, as after `set` in an `update` statement.
  /// - Throws: The same errors as ``execute(_:)``.
  @discardableResult
  public func update(
    _ entity: String,
    where predicate: QueryText? = nil,
    set assignments: QueryText
  ) throws -> ChangeSummary {
    try execute(selection(entity, predicate, "update") + " set " + assignments)
  }

  /// Sets members of one record.
  ///
  /// - Throws: The same errors as ``execute(_:)``, and ``/Storage/StoreError`` if there is no such
  ///   record.
  @discardableResult
  public func update(_ id: RecordID, set values: [String: Value]) throws -> ChangeSummary {
    try update(id, fields: values.fields)
  }

  /// Sets members of one record to the results of expressions.
  ///
  /// ```swift
  /// try context.update(id, set: "limit += 50, expenses += [{ name: 'Bus', amount: 9 }]")
  /// ```
  ///
  /// - Throws: The same errors as ``execute(_:)``, and ``/Storage/StoreError`` if there is no such
  ///   record.
  @discardableResult
  public func update(_ id: RecordID, set assignments: QueryText) throws -> ChangeSummary {
    try update(entity(of: id), where: "@id == \(id)", set: assignments)
  }

  /// Overwrites one record with the values of a struct or object.
  ///
  /// Properties that are nil set the member to nil. A to-many relationship becomes exactly the
  /// records of its array; if the array is nil, it does not change. A nested struct with an `id`
  /// updates the record of that identity; one without an `id` is a new record.
  ///
  /// - Throws: The same errors as ``execute(_:)``, and ``/Storage/StoreError`` if there is no such
  ///   record.
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

  /// Deletes the records that match a condition, and related records as their delete rules say.
  ///
  /// ```swift
  /// try context.delete(model: "Budget", where: "spent == 0")
  /// ```
  ///
  /// - Parameters:
  ///   - entity: The name of the model.
  ///   - predicate: The condition, or nil to delete all records.
  /// - Throws: The same errors as ``execute(_:)``.
  @discardableResult
  public func delete(model entity: String, where predicate: QueryText? = nil) throws
    -> ChangeSummary
  {
    try execute(selection(entity, predicate, "delete"))
  }

  /// Deletes the records that match a condition, of the model with the name of a Swift type.
  ///
  /// Without a condition, all records of the model are deleted.
  ///
  /// - Throws: The same errors as ``execute(_:)``.
  @discardableResult
  public func delete<Model>(model: Model.Type, where predicate: QueryText? = nil) throws
    -> ChangeSummary
  {
    try delete(model: modelName(of: model), where: predicate)
  }

  /// Deletes one record, and related records as their delete rules say.
  ///
  /// - Throws: The same errors as ``execute(_:)``, and ``/Storage/StoreError`` if there is no such
  ///   record.
  @discardableResult
  public func delete(_ id: RecordID) throws -> ChangeSummary {
    try delete(model: entity(of: id), where: "@id == \(id)")
  }

  /// Returns what a statement would change, without changing anything.
  ///
  /// ```swift
  /// let preview = try context.preview("delete Budget where name == 'Trip'")
  /// for change in preview.records { print(change.record) }
  /// ```
  ///
  /// A change that would break a rule does not throw: the preview lists its problems.
  ///
  /// - Throws: ``QueryError`` if the statement is invalid.
  public func preview(_ statement: QueryText) throws -> ChangePreview {
    let parsed = try ParsedText(statement)
    return try preview(TextBinder(self, parsed).change(parsed.statement), evaluation)
  }

  @discardableResult
  func update(_ id: RecordID, fields: [(String, Value)]) throws -> ChangeSummary {
    let entity = try entity(of: id)
    return try update(selection(entity, "@id == \(id)", "update"), fields, entity)
  }

  /// - Parameter selection: An `update` statement without its `set` clause.
  func update(
    _ selection: QueryText,
    _ values: [(String, Value)],
    _ entity: String,
    operation: AssignmentOperation = .set
  ) throws -> ChangeSummary {
    guard !values.isEmpty else { return ChangeSummary() }
    // Parses the selection with a placeholder for the assignments.
    let parsed = try ParsedText(selection + " set value = nil")
    guard case .update(let update) = parsed.statement.kind else { return ChangeSummary() }
    var maker = RecordSyntaxBuilder(parameters: parsed.parameters)
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

  /// The first part of a statement: `update Budget where (…)` or `delete all Budget`.
  func selection(_ entity: String, _ predicate: QueryText?, _ verb: String) -> QueryText {
    let name = quotedIfNeeded(entity)
    guard let predicate else { return QueryText(verb + " all " + name) }
    // The line break ends a comment at the end of the condition.
    return QueryText(verb + " " + name + " where (") + predicate + "\n)"
  }

  /// The name of the record's model.
  func entity(of id: RecordID) throws -> String {
    guard let entity = try recordReader(evaluation).entity(of: id) else {
      throw StoreError.missingRecord(id)
    }
    return entity
  }
}

extension ParsedText {
  /// The statement as the history shows it.
  var title: String { String(source.text(in: statement.span).prefix(400)) }
}

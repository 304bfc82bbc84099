import Expressions
import Model
import Storage
import Syntax

/// A relationship with its entity.
struct RelationshipStep {
  let relationship: Relationship
  let owner: String

  init(_ relationship: Relationship, of owner: String) {
    self.relationship = relationship
    self.owner = owner
  }

  var reference: RelationshipReference { RelationshipReference(relationship, of: owner) }

  func inverse(in schema: Schema) -> RelationshipReference? {
    schema.entity(relationship.destination)?.relationship(relationship.inverse).map {
      RelationshipReference($0, of: relationship.destination)
    }
  }
}

/// Suggests the statement that changes related records: for `update Expense where P set
/// budget.limit = X` it is `update Budget where any(expenses where P) set limit = X`.
struct OtherRecordStatement {
  let binder: AssignmentBinder
  /// The path from the changed records to the others.
  let steps: [RelationshipStep]

  private var schema: Schema { binder.schema }

  /// The model of the other records.
  var target: String { steps.last?.relationship.destination ?? binder.entity.name }

  /// The statement, with `…` for parts that cannot be derived.
  func text(
    _ path: AttributePath,
    _ assignment: AssignmentSyntax,
    _ type: ValueType?
  ) -> String {
    let names = path.components.map(quotedIfNeeded).joined(separator: ".")
    return "update \(quotedIfNeeded(target)) where \(condition) "
      + "set \(names) \(assignment.operation.rawValue) \(value(assignment.value, type))"
  }

  private func text(of expression: TypedExpression) -> String {
    let stored = StoredNames(schema)?.expression(expression) ?? expression
    let names = ComputedNames(schema: schema, expressions: [stored])
    return FetchTextPrinter(names: names, timeZone: binder.records.options.timeZone)
      .text(of: stored)
  }

  // MARK: Which records

  private var condition: String {
    if !binder.isSelectionValid { return "…" }
    var found = Found(binder.statement.selection, binder.selection)
    for step in steps {
      guard let inverse = step.inverse(in: schema) else { return "…" }
      let condition = found.condition(after: inverse)
      found = Found(all: inverse.entity, where: condition)
    }
    return found.condition ?? "…"
  }

  /// Records with the text that selects them.
  private struct Found {
    let entity: String
    /// The condition, if it can be written in their own scope.
    let condition: String?
    /// `Expense where amount > 10`, for parentheses.
    let query: String
    /// Whether these are all records.
    let areAll: Bool

    init(_ query: QuerySyntax, _ records: SelectedRecords) {
      let printer = SyntaxPrinter()
      let isPlain =
        records.isModel && query.only == nil && query.alias == nil && !records.request.isCut
      entity = records.entity.name
      condition = isPlain ? query.predicate.map(printer.text) : nil
      areAll = isPlain && query.predicate == nil
      self.query = printer.text(of: query)
    }

    init(all entity: String, where condition: String) {
      self.entity = entity
      self.condition = condition
      query = "\(quotedIfNeeded(entity)) where \(condition)"
      areAll = false
    }

    /// The condition for records that reference these by `relationship`.
    func condition(after relationship: RelationshipReference) -> String {
      let name = UnnamedInverse.written(relationship.name) ?? quotedIfNeeded(relationship.name)
      let isSame = relationship.destination == entity
      switch (relationship.isToMany, areAll && isSame) {
      case (false, true): return "\(name) is not nil"
      case (false, false): return "\(name) in (\(query))"
      case (true, true): return "count(\(name)) > 0"
      case (true, false):
        let condition = isSame ? self.condition : nil
        return "any(\(name) where \(condition ?? "self in (\(query))"))"
      }
    }
  }

  // MARK: What is set

  private func value(_ value: FieldValue, _ type: ValueType?) -> String {
    switch value {
    case .record: return "{ … }"
    case .records: return "[ … ]"
    case .expression(let syntax):
      let written = SyntaxPrinter().text(of: syntax)
      if type == nil { return namesRecords(syntax) ? written : "…" }
      if let bound = quietly({ binder.expressions.bind(syntax, expecting: type) }) {
        return readsRecord(bound) ? moved(bound).map(text) ?? "…" : written
      }
      return isValidThere(syntax, type) ? written : "…"
    }
  }

  private func namesRecords(_ syntax: ExpressionSyntax) -> Bool {
    switch syntax.withoutParentheses.kind {
    case .recordLiteral, .list, .subquery, .literal(.null): true
    default: false
    }
  }

  private func readsRecord(_ expression: TypedExpression) -> Bool {
    expression.readsFetchedRecord(of: binder.entity.name)
  }

  /// The value in the scope of the other record; nil if impossible.
  private func moved(_ value: TypedExpression) -> TypedExpression? {
    let backward = steps.map { $0.inverse(in: schema) }
    let areOne = zip(backward, steps).allSatisfy { back, step in
      back?.isToMany == false && back?.destination == step.owner
    }
    let start = RecordExpression.scope(level: 0, entity: target)
    if areOne {
      let record = backward.reversed().compactMap { $0 }.reduce(start) { .toOne($1, of: $0) }
      return value.inlined(at: record, innermost: 0)
    }
    let own = RecordExpression.scope(level: 0, entity: binder.entity.name)
    let end = steps.reduce(own) { .toOne($1.reference, of: $0) }
    var readsOwn = false
    let moved = value.replacingRecords { record in
      if record == end { return start }
      if case .scope(level: 0, _) = record { readsOwn = true }
      return nil
    }
    return readsOwn ? nil : moved
  }

  /// Whether the value is valid in the scope of the other record.
  private func isValidThere(_ syntax: ExpressionSyntax, _ type: ValueType?) -> Bool {
    guard let entity = schema.entity(target) else { return false }
    let expressions = ExpressionBinder(
      schema: schema,
      options: binder.records.options,
      findings: binder.findings
    )
    expressions.scopes = [BindingScope(fetched: entity)]
    return quietly { expressions.bind(syntax, expecting: type) } != nil
  }

  private func quietly(_ body: () -> TypedExpression?) -> TypedExpression? {
    binder.findings.quietly(body)
  }
}

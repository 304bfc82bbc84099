import Expressions
import Model
import Storage
import Syntax

/// A relationship with the entity that has it.
struct RelationshipStep {
  let relationship: Relationship
  let owner: String

  init(_ relationship: Relationship, of owner: String) {
    self.relationship = relationship
    self.owner = owner
  }

  var reference: RelationshipReference { RelationshipReference(relationship, of: owner) }

  /// The same from the other end.
  func inverse(in schema: Schema) -> RelationshipReference? {
    schema.entity(relationship.destination)?.relationship(relationship.inverse).map {
      RelationshipReference($0, of: relationship.destination)
    }
  }
}

/// The statement that sets something of records behind relationships: where
/// `update Expense where P set budget.limit = X` is refused, it is
/// `update Budget where any(expenses where P) set limit = X`.
struct OtherRecordStatement {
  let binder: AssignmentBinder
  /// The way from the records that are changed to the others.
  let steps: [RelationshipStep]

  private var schema: Schema { binder.schema }

  /// The model of the other records.
  var target: String { steps.last?.relationship.destination ?? binder.entity.name }

  /// The statement; what of it cannot be said there is `…`.
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
    if !binder.isSelectionRight { return "…" }
    return writtenCondition ?? steps.reduce(chosen) { seen($0, from: $1) }.map(text) ?? "…"
  }

  /// The condition in the words of the statement, where they mean the same within `any(…)`.
  private var writtenCondition: String? {
    let query = binder.statement.selection
    guard let predicate = query.predicate, query.onlyFilters, steps.count == 1,
      let inverse = steps[0].inverse(in: schema), inverse.isToMany,
      inverse.destination == binder.entity.name
    else { return nil }
    let name = UnnamedInverse.written(inverse.name) ?? quotedIfNeeded(inverse.name)
    return "any(\(name) where \(SyntaxPrinter().text(of: predicate)))"
  }

  /// What chooses the records of the statement; nil for all.
  private var chosen: TypedExpression? {
    let request = binder.selection.request
    return request.isCut ? isAmong(request) : request.predicate
  }

  /// What holds for the records at the end of `step` that lead to one for which `condition` does.
  private func seen(_ condition: TypedExpression?, from step: RelationshipStep) -> TypedExpression?
  {
    guard let back = step.inverse(in: schema) else { return nil }
    var condition = condition
    if back.destination != step.owner {
      condition = isAmong(FetchRequest(entity: step.owner, predicate: condition), of: back)
    }
    let record = RecordExpression.scope(level: 0, entity: back.entity)
    guard back.isToMany else {
      let other = RecordExpression.toOne(back, of: record)
      let isThere = TypedExpression(.record(other), .record(entity: back.destination)).isPresent
      let inlined = condition?.inlined(at: other, innermost: 0)
      return .conjunction(of: [isThere] + [inlined].compactMap { $0 })
    }
    let element = RecordExpression.scope(level: 1, entity: back.destination)
    let inlined = condition?.inlined(at: element, innermost: 1)
    let members = ToManyAggregate(
      function: inlined == nil ? .count : .any,
      base: record,
      path: [back],
      level: 1,
      element: inlined
    )
    if inlined != nil { return TypedExpression(.aggregate(members), .bool) }
    let count = TypedExpression(.aggregate(members), .int)
    return TypedExpression(.comparison(.greater, count, .literal(.int(0), .int)), .bool)
  }

  /// Whether a record is among those that `request` finds.
  private func isAmong(
    _ request: FetchRequest,
    of relationship: RelationshipReference? = nil
  ) -> TypedExpression {
    let entity = relationship?.destination ?? request.entity
    let record = TypedExpression(
      .record(.scope(level: 0, entity: entity)),
      .record(entity: entity)
    )
    let query = RecordQuery(
      entity: request.entity,
      predicate: request.predicate,
      sort: request.sort,
      limit: request.limit,
      offset: request.offset
    )
    return TypedExpression(.membershipInQuery(record, query), .bool)
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
      return bindsThere(syntax, type) ? written : "…"
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

  /// The value as the other record reads it; nil where it cannot.
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

  /// Whether the value makes sense where the other record is the one that is changed.
  private func bindsThere(_ syntax: ExpressionSyntax, _ type: ValueType?) -> Bool {
    guard let entity = schema.entity(target) else { return false }
    let expressions = ExpressionBinder(
      schema: schema,
      options: binder.records.options,
      findings: binder.findings
    )
    expressions.scopes = [
      BindingScope(record: .scope(level: 0, entity: target), entity: entity, alias: nil)
    ]
    return quietly { expressions.bind(syntax, expecting: type) } != nil
  }

  private func quietly(_ body: () -> TypedExpression?) -> TypedExpression? {
    binder.findings.quietly(body)
  }
}

extension QuerySyntax {
  /// Whether the records are those of an entity, chosen by nothing but `where` over bare names.
  fileprivate var onlyFilters: Bool {
    only == nil && savedQuery == nil && arguments == nil && alias == nil
      && clauseKeywords.allSatisfy { $0.clause == .predicate || $0.clause == .sort }
  }
}

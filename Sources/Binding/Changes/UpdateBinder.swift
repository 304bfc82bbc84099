import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Gives an `update` its meaning.
final class UpdateBinder {
  private let schema: Schema
  private let options: BindingOptions
  private let findings: Findings
  /// Binds new records, and what stands at the other end of relationships.
  private let records: InsertBinder
  private var assignments: [Assignment] = []
  /// Where new records stand.
  private var newRecords: SourceSpan?
  /// What was set, with its place: a property, or a field of a struct.
  private var given: [(path: AttributePath, span: SourceSpan)] = []

  init(schema: Schema, options: BindingOptions, findings: Findings) {
    self.schema = schema
    self.options = options
    self.findings = findings
    records = InsertBinder(schema: schema, options: options, findings: findings)
  }

  func request(_ update: UpdateStatement) -> UpdateRequest? {
    let queries = QueryBinder(schema: schema, options: options, findings: findings)
    guard
      let selection = queries.changedRecords(update.selection, all: update.all, verb: "update")
    else { return nil }
    let binder = ExpressionBinder(schema: schema, options: options, findings: findings)
    binder.scopes = [
      BindingScope(
        record: .scope(level: 0, entity: selection.entity.name),
        entity: selection.entity,
        alias: update.selection.alias?.text
      )
    ]
    for assignment in update.assignments { bind(assignment, of: selection.entity, binder, update) }
    return UpdateRequest(
      selection: selection.request,
      kind: selection.entity.name,
      assignments: assignments,
      records: records.bound,
      needsOne: newRecords
    )
  }

  private func bind(
    _ assignment: AssignmentSyntax,
    of entity: Entity,
    _ binder: ExpressionBinder,
    _ update: UpdateStatement
  ) {
    guard let name = assignment.path.first,
      let property = findings.name(
        name,
        among: entity.visibleNames,
        missing: { NameError.unknownProperty(name, entity: entity.name, nearest: $0) }
      ).flatMap(entity.property)
    else { return }
    let rest = assignment.path.dropFirst()
    switch property {
    case .computed:
      findings.report(InsertError.computed(name))
    case .relationship(let relationship):
      guard rest.isEmpty else {
        return findings.report(otherRecord(relationship, entity, assignment, update))
      }
      guard note(AttributePath([relationship.name]), assignment) else { return }
      bind(relationship, of: entity, assignment, binder)
    case .attribute(let attribute):
      let field = Field(
        path: AttributePath([attribute.name]),
        type: attribute.type,
        isOptional: attribute.isOptional
      )
      guard let field = self.field(field, rest), note(field.path, assignment) else { return }
      bind(field, assignment, binder)
    }
  }

  /// A stored field, or a struct of several.
  private struct Field {
    let path: AttributePath
    let type: ValueType
    let isOptional: Bool

    /// The stored fields that it is made of.
    var leaves: [AttributePath] {
      Self.leaves(path, type)
    }

    private static func leaves(_ path: AttributePath, _ type: ValueType) -> [AttributePath] {
      guard case .composite(let composite) = type else { return [path] }
      return composite.fields.flatMap { leaves(path.appending($0.name), $0.type) }
    }
  }

  /// The field behind the names of `rest`.
  private func field(_ start: Field, _ rest: ArraySlice<NameSyntax>) -> Field? {
    var field = start
    for name in rest {
      guard case .composite(let type) = field.type else {
        findings.report(NameError.unknownField(name, composite: "\(field.path)", nearest: []))
        return nil
      }
      let found = findings.name(name, among: type.fields.map(\.name)) {
        NameError.unknownField(name, composite: "\(field.path)", nearest: $0)
      }
      guard let inner = found.flatMap(type.field) else { return nil }
      field = Field(
        path: field.path.appending(inner.name),
        type: inner.type,
        isOptional: field.isOptional || inner.isOptional
      )
    }
    return field
  }

  /// Notes what is set; false, and it is reported, where it or a part of it was set before.
  private func note(_ path: AttributePath, _ assignment: AssignmentSyntax) -> Bool {
    let span = assignment.path.map(\.span).reduce(assignment.path[0].span) { $0.joined(with: $1) }
    let earlier = given.first {
      $0.path.components.starts(with: path.components)
        || path.components.starts(with: $0.path.components)
    }
    if let earlier {
      findings.report(ChangeStatementError.setTwice(span, path: path, first: earlier.span))
      return false
    }
    given.append((path, span))
    return true
  }

  // MARK: Attributes

  private func bind(_ field: Field, _ assignment: AssignmentSyntax, _ binder: ExpressionBinder) {
    switch (assignment.value, field.type, assignment.operation) {
    case (.record(let record), .composite(let type), .set):
      for (path, value) in records.fields(field.path, type, record, binder) {
        add(path, .field(path, value), assignment)
      }
      for path in field.leaves where !assignments.contains(where: { $0.name == path }) {
        add(path, .field(path, .literal(.null, .null)), assignment)
      }
    case (.expression(let syntax), .composite(let type), .set):
      guard let bound = binder.bind(syntax) else { return }
      guard case .literal(.null) = bound.kind, field.isOptional else {
        return findings.report(
          InsertError.notFields(
            syntax.span,
            property: "\(field.path)",
            type,
            found: bound.type
          )
        )
      }
      for path in field.leaves { add(path, .field(path, .literal(.null, .null)), assignment) }
    case (.expression(let syntax), .list(let element), .add),
      (.expression(let syntax), .list(let element), .subtract):
      guard let elements = elements(syntax, element, field, binder) else { return }
      let isAdded = assignment.operation == .add
      add(field.path, .elements(field.path, isAdded: isAdded, elements), assignment)
    case (.expression(let syntax), _, _):
      let value = combined(syntax, assignment)
      let bound = binder.storedValue(
        value,
        field.type,
        isOptional: field.isOptional,
        of: "\(field.path)"
      )
      if let bound { add(field.path, .field(field.path, bound), assignment) }
    case (.record(let record), _, _):
      findings.report(
        InsertError.nestedValue(record.span, property: "\(field.path)", field.type)
      )
    case (.records(_, let span), _, _):
      findings.report(InsertError.nestedValue(span, property: "\(field.path)", field.type))
    }
  }

  /// What is to be stored: of `limit += 5` the sum.
  private func combined(
    _ value: ExpressionSyntax,
    _ assignment: AssignmentSyntax
  ) -> ExpressionSyntax {
    let operation: BinaryOperator
    switch assignment.operation {
    case .set: return value
    case .add: operation = .add
    case .subtract: operation = .subtract
    }
    var target = ExpressionSyntax(.name(assignment.path[0]), span: assignment.path[0].span)
    for name in assignment.path.dropFirst() {
      target = ExpressionSyntax(.member(target, name), span: target.span.joined(with: name.span))
    }
    let use = BinaryOperatorUse(operation, span: assignment.operationSpan)
    return ExpressionSyntax(
      .binary(use, target, value),
      span: target.span.joined(with: value.span)
    )
  }

  /// The elements that an array gets or loses; a single one may stand without brackets.
  private func elements(
    _ syntax: ExpressionSyntax,
    _ element: ValueType,
    _ field: Field,
    _ binder: ExpressionBinder
  ) -> TypedExpression? {
    let isList: Bool =
      if case .list = syntax.withoutParentheses.kind { true } else { false }
    if isList {
      return binder.storedValue(syntax, field.type, isOptional: false, of: "\(field.path)")
    }
    guard let bound = binder.bind(syntax, expecting: element) else { return nil }
    if bound.type == field.type { return bound }
    guard let single = binder.adapted(bound, syntax, to: element) else {
      if !findings.hasFinding(within: syntax.span) {
        findings.report(
          TypeError.unexpected(
            syntax.span,
            found: bound.type,
            expected: field.type,
            of: "`\(field.path)`"
          )
        )
      }
      return nil
    }
    return TypedExpression(.list([single]), field.type)
  }

  private func add(
    _ path: AttributePath,
    _ change: Assignment.Change,
    _ assignment: AssignmentSyntax
  ) {
    assignments.append(
      Assignment(name: path, change: change, span: assignment.path[0].span)
    )
  }

  // MARK: Relationships

  private func bind(
    _ relationship: Relationship,
    of entity: Entity,
    _ assignment: AssignmentSyntax,
    _ binder: ExpressionBinder
  ) {
    let reference = RelationshipReference(
      entity: entity.name,
      name: relationship.name,
      destination: relationship.destination,
      isToMany: relationship.isToMany
    )
    let path = AttributePath([relationship.name])
    if !relationship.isToMany, assignment.operation != .set {
      return findings.report(
        ChangeStatementError.notSeveral(assignment.operationSpan, relationship: relationship.name)
      )
    }
    if !relationship.isToMany, let record = record(assignment.value, relationship, binder) {
      return add(path, .reference(reference, record), assignment)
    }
    noteNewRecords(assignment.value)
    guard !findings.hasFinding(within: assignment.value.span),
      let links = records.links(relationship, assignment.value)
    else { return }
    let operation: LinkOperation =
      switch assignment.operation {
      case .set: .set
      case .add: .add
      case .subtract: .remove
      }
    add(path, .links(reference, operation, links), assignment)
  }

  /// A record that an expression over the changed record is: a path, `if`, nil; nil for the forms
  /// that name records by themselves.
  private func record(
    _ value: FieldValue,
    _ relationship: Relationship,
    _ binder: ExpressionBinder
  ) -> TypedExpression? {
    guard case .expression(let syntax) = value else { return nil }
    switch syntax.withoutParentheses.kind {
    case .literal, .recordLiteral, .subquery, .list: return nil
    default: break
    }
    let type = ValueType.record(entity: relationship.destination)
    guard let bound = binder.bind(syntax, expecting: type) else { return nil }
    guard case .record(let entity) = bound.type else {
      findings.report(InsertError.notRecord(syntax.span, relationship: relationship))
      return nil
    }
    guard schema.isKind(entity, of: relationship.destination) else {
      findings.report(
        InsertError.otherEntity(syntax.span, found: entity, expected: relationship.destination)
      )
      return nil
    }
    return bound
  }

  private func noteNewRecords(_ value: FieldValue) {
    switch value {
    case .record(let record): newRecords = newRecords ?? record.span
    case .records(_, let span): newRecords = newRecords ?? span
    case .expression: break
    }
  }

  /// `set budget.limit = …` changes another record than those that are updated.
  private func otherRecord(
    _ relationship: Relationship,
    _ entity: Entity,
    _ assignment: AssignmentSyntax,
    _ update: UpdateStatement
  ) -> ChangeStatementError {
    let printer = SyntaxPrinter()
    let inverse = schema.entity(relationship.destination)?.relationship(relationship.inverse)
    var condition = "…"
    if let inverse, !inverse.isAnonymous, let predicate = update.selection.predicate {
      let text = printer.text(of: predicate)
      condition = inverse.isToMany ? "any(\(inverse.name) where \(text))" : "…"
    }
    let target = assignment.path.dropFirst().map(\.text).joined(separator: ".")
    return .otherRecord(
      assignment.path.map(\.span).reduce(assignment.path[0].span) { $0.joined(with: $1) },
      relationship: relationship.name,
      statement: "update \(relationship.destination) where \(condition) set \(target) = …"
    )
  }
}

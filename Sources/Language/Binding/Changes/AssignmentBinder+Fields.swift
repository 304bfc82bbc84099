import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Assignments to attributes and arrays.
extension AssignmentBinder {
  func bind(_ assignment: AssignmentSyntax, to field: FieldTarget) {
    if assignment.operation == .set {
      let binder = FieldBinder(expressions: expressions, isUpdate: true)
      for stored in binder.values(assignment.value, for: field) {
        add(stored.path, .field(stored.path, stored.value), assignment)
      }
      return
    }
    if field.type.isComposite {
      return findings.report(AssignmentError.unmovable(assignment, field.path, field.type))
    }
    guard case .expression(let value) = assignment.value else {
      return findings.report(
        InsertError.nestedValue(
          assignment.value.span,
          property: field.path.description,
          field.type
        )
      )
    }
    if case .list(let element) = field.type {
      guard let elements = elements(value, element, field, assignment) else { return }
      let isAdded = assignment.operation == .add
      add(field.path, .elements(field.path, isAdded: isAdded, elements), assignment)
    } else if let moved = moved(field, by: value, assignment) {
      add(field.path, .field(field.path, moved), assignment)
    }
  }

  // MARK: Single values

  /// The value of `limit += 5`.
  private func moved(
    _ field: FieldTarget,
    by value: ExpressionSyntax,
    _ assignment: AssignmentSyntax
  ) -> TypedExpression? {
    guard let operation = ArithmeticOperator(assignment, of: field.type) else {
      return expressions.fail(AssignmentError.unmovable(assignment, field.path, field.type))
    }
    let wanted = field.type == .date ? nil : field.type
    guard let bound = expressions.bind(value, wanting: wanted) else { return nil }
    if case .literal(.null) = bound.kind {
      return expressions.fail(AssignmentError.movedByNil(value.span, assignment.operation))
    }
    let record = RecordExpression.scope(level: 0, entity: entity.name)
    let current = TypedExpression(.attribute(field.path, of: record), field.type)
    let operands =
      field.type == .date
      ? (bound.type == .duration || bound.type == .null ? (current, bound) : nil)
      : unified(current, bound, value, assignment)
    guard let operands else { return mismatch(field, bound, value, assignment) }
    let type = field.type == .date ? ValueType.date : operands.0.type
    let result = TypedExpression(.arithmetic(operation, operands.0, operands.1), type)
    if type == field.type { return result }
    return expressions.fail(
      TypeError.unexpected(
        value.span,
        found: bound.type,
        expected: field.type,
        of: "`\(field.path)`"
      )
    )
  }

  private func unified(
    _ current: TypedExpression,
    _ bound: TypedExpression,
    _ value: ExpressionSyntax,
    _ assignment: AssignmentSyntax
  ) -> (TypedExpression, TypedExpression)? {
    let name = ExpressionSyntax(.name(assignment.path[0]), span: assignment.pathSpan)
    return expressions.unified(current, name, bound.asText, value, exactNumbers: false)
  }

  private func mismatch(
    _ field: FieldTarget,
    _ bound: TypedExpression,
    _ value: ExpressionSyntax,
    _ assignment: AssignmentSyntax
  ) -> TypedExpression? {
    if findings.hasFinding(within: value.span) { return nil }
    return expressions.fail(
      OperatorMismatch(
        symbol: assignment.operation.rawValue,
        span: assignment.operationSpan,
        left: (assignment.pathSpan, field.type),
        right: (value.span, bound.type),
        help: help(field, bound, assignment)
      )
    )
  }

  /// Suggestions for an operator that does not apply to the attribute.
  private func help(
    _ field: FieldTarget,
    _ bound: TypedExpression,
    _ assignment: AssignmentSyntax
  ) -> [String] {
    let symbol = assignment.operation.rawValue
    switch field.type {
    case .date:
      return ["add a duration to a date, as in `\(assignment.target) \(symbol) 7 days`"]
    case .string:
      return ["`+=` appends another string, as in `\(assignment.target) += \"…\"`"]
    default:
      if case .literal(.string(let text)) = bound.kind, Double(text) != nil {
        return ["write a number without quotes: `\(text)`"]
      }
      return OperatorAlternatives.help("+", field.type, bound.type, schema)
    }
  }

  // MARK: Arrays

  /// The elements to add or remove; a single one needs no brackets.
  private func elements(
    _ value: ExpressionSyntax,
    _ element: ValueType,
    _ field: FieldTarget,
    _ assignment: AssignmentSyntax
  ) -> TypedExpression? {
    if case .list = value.withoutParentheses.kind {
      return expressions.storedValue(
        value,
        field.type,
        isOptional: true,
        of: field.path.description
      )
    }
    guard let bound = expressions.bind(value, expecting: field.type) else { return nil }
    if case .literal(.null) = bound.kind {
      return expressions.fail(AssignmentError.movedByNil(value.span, assignment.operation))
    }
    if let array = expressions.adapted(bound, value, to: field.type) { return array }
    if let single = expressions.adapted(bound, value, to: element) {
      return Self.list(of: single, field.type)
    }
    if findings.hasFinding(within: value.span) { return nil }
    return expressions.fail(
      AssignmentError.elements(value.span, found: bound.type, field.path, field.type)
    )
  }

  /// An array with one element; empty if the value is nil, because elements are never nil.
  private static func list(of element: TypedExpression, _ type: ValueType) -> TypedExpression {
    let list = TypedExpression(.list([element]), type)
    if case .literal = element.kind { return list }
    let empty = TypedExpression(.list([]), type)
    return TypedExpression(
      .conditional(element.isPresent, then: list, otherwise: empty),
      type
    )
  }
}

extension ArithmeticOperator {
  /// The operator for a value of `type`; nil if it does not apply.
  fileprivate init?(_ assignment: AssignmentSyntax, of type: ValueType) {
    switch (type, assignment.operation) {
    case (.int, .add), (.double, .add), (.decimal, .add), (.date, .add), (.string, .add):
      self = .add
    case (.int, .subtract), (.double, .subtract), (.decimal, .subtract), (.date, .subtract):
      self = .subtract
    default:
      return nil
    }
  }
}

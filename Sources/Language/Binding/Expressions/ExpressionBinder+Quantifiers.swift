import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Quantifiers over to-many paths and arrays.
///
/// All are evaluated as `any`: `none p` is `not any p`, and `all p` is `not any (not p)`, so that
/// they are true for empty paths.
extension ExpressionBinder {
  /// `any expenses.amount > 200`: whether the condition is true for an element of the path.
  func quantified(_ operation: QuantifiedOperation) -> TypedExpression? {
    if let second = operation.secondUse {
      return fail(QuantifierError.severalInOne(second, first: operation.use))
    }
    let (array, many) = argument { bind(operation.path) }
    guard let array else { return nil }
    if let type = array.type.element {
      return quantified(operation.use, array, after: many) {
        withElement(type, isSelf: false) { element in
          placeholder = (operation.path.span, element)
          defer { placeholder = nil }
          return self.condition(operation.condition)
        }
      }
    }
    // The path is checked alone first, because a type error would hide that it is wrong.
    guard elements(of: operation.use, operation.path) != nil else { return nil }
    let (condition, path) = argument { self.condition(operation.condition) }
    guard let condition, let path else { return nil }
    return quantified(operation.use, path, condition)
  }

  /// `any(expenses where amount > 10 and quantity > 1)`, `any(expenses.isPaid)`
  func quantifier(_ use: QuantifierUse, _ argument: CallArgument) -> TypedExpression? {
    if let distinct = argument.distinct { return fail(QuantifierError.distinct(distinct, use)) }
    if let clause = argument.sort.first?.expression ?? argument.limit {
      return fail(CallError.clauseOfArgument(clause.span, function: use.quantifier.rawValue))
    }
    guard let filter = argument.filter else {
      return quantifier(use, argument.expression, inParentheses: true)
    }
    let (array, many) = self.argument { bind(argument.expression) }
    guard let array else { return nil }
    if let type = array.type.element {
      return quantified(use, array, after: many) {
        withElement(type) { _ in self.condition(filter) }
      }
    }
    guard let path = elements(of: use, argument.expression) else { return nil }
    let level = innermost + 1
    guard let last = path.many.steps.last, path.isRecord else {
      return fail(QuantifierError.notRecords(argument.expression.span, use))
    }
    let element = RecordExpression.scope(level: level, entity: last.destination)
    return self.filter(filter, element).map { quantified(use, path.many, $0) }
  }

  /// `any expenses.isPaid`: the operand is the condition itself.
  func quantifier(
    _ use: QuantifierUse,
    _ condition: ExpressionSyntax,
    inParentheses: Bool = false
  ) -> TypedExpression? {
    let (bound, path) = argument { bind(condition) }
    guard let bound else { return nil }
    if bound.type == .list(.bool) {
      return quantified(use, bound, after: path) { withElement(.bool) { $0 } }
    }
    if path == nil, inParentheses, bound.type == .bool, let groups = enclosingGroups {
      groups.noteAggregate(use.span)
      let aggregate = GroupAggregate(
        function: .any,
        filter: nil,
        element: bound.negated(use.quantifier == .all),
        type: .bool
      )
      return groups.result(of: aggregate).negated(use.quantifier != .any)
    }
    guard path != nil || bound.type.element != nil else {
      return fail(noToMany(use, condition.span))
    }
    guard let path, bound.type == .bool else {
      return fail(
        QuantifierError.nothingAsked(use, path: condition.span, inParentheses: inParentheses)
      )
    }
    return quantified(use, path, bound)
  }

  private func quantified(
    _ use: QuantifierUse,
    _ path: ManyPath,
    _ condition: TypedExpression
  ) -> TypedExpression {
    let isAll = use.quantifier == .all
    let reduction = ToManyAggregate(
      function: .any,
      base: path.base,
      path: path.steps,
      level: innermost + 1,
      element: condition.negated(isAll)
    )
    return TypedExpression(.aggregate(reduction), .bool).negated(use.quantifier != .any)
  }

  /// A condition on the elements of an array, or of all arrays of a to-many path.
  private func quantified(
    _ use: QuantifierUse,
    _ array: TypedExpression,
    after path: ManyPath?,
    _ condition: () -> TypedExpression?
  ) -> TypedExpression? {
    let isAll = use.quantifier == .all
    // The records of a path have their own scope level, though no name refers to them.
    let around = scopes.last
    if path != nil, let around {
      scopes.append(BindingScope(record: around.record, entity: around.entity, alias: nil))
    }
    defer { if path != nil, around != nil { scopes.removeLast() } }
    guard let condition = condition() else { return nil }
    let elements = TypedExpression(
      .arrayAggregate(
        ArrayAggregate(
          function: .any,
          array: array,
          level: innermost + 1,
          element: condition.negated(isAll)
        )
      ),
      .bool
    )
    guard let path else { return elements.negated(use.quantifier != .any) }
    let records = ToManyAggregate(
      function: .any,
      base: path.base,
      path: path.steps,
      level: innermost,
      element: elements
    )
    return TypedExpression(.aggregate(records), .bool).negated(use.quantifier != .any)
  }

  /// The to-many path of a quantifier, and whether it ends at records.
  private func elements(
    of use: QuantifierUse,
    _ syntax: ExpressionSyntax
  ) -> (many: ManyPath, isRecord: Bool)? {
    let (element, path) = argument { bind(syntax) }
    guard let element else { return nil }
    guard let path else { return fail(noToMany(use, syntax.span)) }
    let record = path.steps.last.map {
      RecordExpression.scope(level: innermost + 1, entity: $0.destination)
    }
    return (path, record.map { element.kind == .record($0) } ?? false)
  }

  private func noToMany(_ use: QuantifierUse, _ span: SourceSpan) -> QuantifierError {
    let many = scopes.last?.entity.relationships.first { $0.isToMany && !$0.isAnonymous }
    let attribute = many.flatMap { schema.entity($0.destination)?.attributes.first?.name }
    let example = many.flatMap { many in attribute.map { "\(many.name).\($0)" } }
    return .noToMany(use, path: span, example: example)
  }

  /// Binds the argument of an aggregate or a quantifier, which can follow one to-many path.
  func argument<Bound>(_ body: () -> Bound?) -> (bound: Bound?, path: ManyPath?) {
    let outer = argumentPath
    argumentPath = ArgumentPath()
    defer { argumentPath = outer }
    let bound = body()
    return (bound, argumentPath?.path)
  }
}

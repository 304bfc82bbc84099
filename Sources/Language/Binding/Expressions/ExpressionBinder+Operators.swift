import Diagnostics
import Expressions
import Model
import Syntax

/// Prefix and infix operators.
extension ExpressionBinder {
  func unary(
    _ operation: UnaryOperator,
    _ span: SourceSpan,
    _ operand: ExpressionSyntax
  ) -> TypedExpression? {
    switch operation {
    case .not:
      return condition(operand).map { TypedExpression(.not($0), .bool) }
    case .negate:
      guard let bound = bind(operand) else { return nil }
      guard bound.type.isNumeric || bound.type == .duration || bound.type == .null else {
        return fail(
          OperatorMismatch(
            symbol: "-",
            span: span,
            left: (operand.span, bound.type),
            right: nil,
            help: []
          )
        )
      }
      return TypedExpression(.negate(bound), bound.type)
    }
  }

  func binary(
    _ use: BinaryOperatorUse,
    _ left: ExpressionSyntax,
    _ right: ExpressionSyntax
  ) -> TypedExpression? {
    switch use.operator {
    case .and, .or:
      let first = condition(left)
      guard let second = condition(right), let first else { return nil }
      return TypedExpression(
        use.operator == .and ? .and(first, second) : .or(first, second),
        .bool
      )
    case .coalesce:
      return alternatives(left, right).map { TypedExpression(.coalesce($0.0, $0.1), $0.0.type) }
    default:
      if let query = [left, right].first(where: \.isSubquery) {
        return fail(PathError.queryAsValue(query.span, operator: use.operator.rawValue))
      }
      let isComparison = use.operator.comparison != nil
      let text = use.match == nil ? nil : ValueType.string
      let (first, second) =
        isComparison ? bindPair(left, right) : bindOperands(left, right, wanting: text)
      guard let first, let second else { return nil }
      return simple(use, Operand(first, left), Operand(second, right))
    }
  }

  /// The operators that depend only on the types of both operands.
  private func simple(
    _ use: BinaryOperatorUse,
    _ left: Operand,
    _ right: Operand
  ) -> TypedExpression? {
    if let arithmetic = use.operator.arithmetic {
      return self.arithmetic(arithmetic, use, left, right)
    }
    if let comparison = use.operator.comparison {
      return self.comparison(comparison, use, left, right)
    }
    guard let match = use.match else { return nil }
    if match.operation == .contains, left.bound.type.element != nil {
      return contains(use, match, left, right)
    }
    let (left, right) = (asText(left), asText(right))
    guard left.bound.type.isText, right.bound.type.isText else {
      return mismatch(use, left, right)
    }
    guard isPattern(right, of: match) else { return nil }
    let isNegated = use.isNegated || use.operator == .notLooselyContains
    return TypedExpression(.match(match, left.bound, right.bound), .bool).negated(isNegated)
  }

  /// `tags contains "a"`
  private func contains(
    _ use: BinaryOperatorUse,
    _ match: StringMatch,
    _ array: Operand,
    _ operand: Operand
  ) -> TypedExpression? {
    if match.ignoresCase || match.ignoresDiacritics { return fail(ArrayError.options(use.span)) }
    return arrayMembership(operand, in: array, mismatch(use, array, operand))
      .map { $0.negated(use.isNegated) }
  }

  private func arithmetic(
    _ operation: ArithmeticOperator,
    _ use: BinaryOperatorUse,
    _ left: Operand,
    _ right: Operand
  ) -> TypedExpression? {
    if let type = Self.temporalResult(operation, left.bound.type, right.bound.type) {
      return TypedExpression(.arithmetic(operation, left.bound, right.bound), type)
    }
    guard let pair = unified(left.asText, right.asText, exactNumbers: false) else {
      return mismatch(use, left, right)
    }
    let type = pair.0.type
    let isText = type == .string && operation == .add
    guard type.isNumeric || isText || type == .null else { return mismatch(use, left, right) }
    return TypedExpression(.arithmetic(operation, pair.0, pair.1), type)
  }

  private static func temporalResult(
    _ operation: ArithmeticOperator,
    _ left: ValueType,
    _ right: ValueType
  ) -> ValueType? {
    switch (left, operation, right) {
    case (.date, .subtract, .date): .duration
    case (.date, .add, .duration), (.date, .subtract, .duration), (.duration, .add, .date): .date
    case (.duration, .add, .duration), (.duration, .subtract, .duration): .duration
    // The type of nil is unknown, and the result is nil.
    case (.date, .add, .null), (.date, .subtract, .null), (.duration, .add, .null),
      (.duration, .subtract, .null), (.null, .add, .date), (.null, .subtract, .date),
      (.null, .add, .duration), (.null, .subtract, .duration):
      .null
    default: nil
    }
  }

  private func comparison(
    _ operation: ComparisonOperator,
    _ use: BinaryOperatorUse,
    _ left: Operand,
    _ right: Operand
  ) -> TypedExpression? {
    guard let pair = unified(left, right, exactNumbers: true) else {
      return mismatch(use, left, right)
    }
    let isOrder = operation != .equal && operation != .notEqual
    guard !isOrder || pair.0.type.isOrdered, pair.0.type.isEquatable else {
      return mismatch(use, left, right)
    }
    if pair.0.type == .duration, let side = [left, right].first(where: \.bound.hasMonths) {
      return fail(TypeError.calendarDuration(side.syntax.span))
    }
    let (first, second) = isOrder ? (pair.0.ordered, pair.1.ordered) : pair
    return TypedExpression(.comparison(operation, first, second), .bool)
  }

  func unified(
    _ left: Operand,
    _ right: Operand,
    exactNumbers: Bool
  ) -> (TypedExpression, TypedExpression)? {
    unified(left.bound, left.syntax, right.bound, right.syntax, exactNumbers: exactNumbers)
  }

  /// Whether both are records of one model hierarchy.
  func areRelated(_ left: ValueType, _ right: ValueType) -> Bool {
    guard case .record(let a) = left, case .record(let b) = right else { return false }
    return schema.root(of: a) == schema.root(of: b)
  }

  /// Both operands converted to one type; nil if there is none.
  ///
  /// With `exactNumbers`, an Int and a Double are not converted, to compare them exactly.
  func unified(
    _ left: TypedExpression,
    _ leftSyntax: ExpressionSyntax,
    _ right: TypedExpression,
    _ rightSyntax: ExpressionSyntax,
    exactNumbers: Bool
  ) -> (TypedExpression, TypedExpression)? {
    if left.type == right.type || areRelated(left.type, right.type) { return (left, right) }
    guard isWithinRange(leftSyntax, right.type), isWithinRange(rightSyntax, left.type) else {
      return nil
    }
    if exactNumbers, [left.type, right.type].allSatisfy({ $0 == .int || $0 == .double }) {
      return (left.asDoubleLiteral ?? left, right.asDoubleLiteral ?? right)
    }
    let reported = findings.all.count
    if let right = adapted(right, rightSyntax, to: left.type) { return (left, right) }
    if findings.all.count > reported { return nil }
    return adapted(left, leftSyntax, to: right.type).map { ($0, right) }
  }

  /// Reports a mismatch, unless a string that does not adapt was already reported.
  func mismatch(_ use: BinaryOperatorUse, _ left: Operand, _ right: Operand) -> TypedExpression? {
    mismatch(use.operator.rawValue, use.span, left, right)
  }

  func mismatch(
    _ symbol: String,
    _ span: SourceSpan,
    _ left: Operand,
    _ right: Operand
  ) -> TypedExpression? {
    if findings.hasFinding(within: left.syntax.span.joined(with: right.syntax.span)) { return nil }
    return fail(
      OperatorMismatch(
        symbol: symbol,
        span: span,
        left: (left.syntax.span, left.bound.type),
        right: (right.syntax.span, right.bound.type),
        help: left.quotedNumber(right, symbol) ?? right.quotedNumber(left, symbol)
          ?? parameterHelp(left, right) ?? parameterHelp(right, left)
          ?? conversionHelp(left, right, symbol) ?? left.dateHelp(right, symbol)
          ?? right.dateHelp(left, symbol)
          ?? OperatorAlternatives.help(symbol, left.bound.type, right.bound.type, schema)
      )
    )
  }
}

extension ExpressionBinder {
  /// Help for a string that is compared with another type. An element of a path has no separate
  /// expression.
  private func conversionHelp(_ left: Operand, _ right: Operand, _ symbol: String) -> [String]? {
    guard placeholder == nil, argumentPath == nil else { return nil }
    return left.conversionHelp(right, symbol, isRight: false)
      ?? right.conversionHelp(left, symbol, isRight: true)
  }
}

extension BinaryOperator {
  var arithmetic: ArithmeticOperator? { ArithmeticOperator(rawValue: rawValue) }
  var comparison: ComparisonOperator? { ComparisonOperator(rawValue: rawValue) }
}

extension BinaryOperatorUse {
  /// The string operator without negation.
  var match: StringMatch? {
    let positive = self.operator == .notLooselyContains ? .looselyContains : self.operator
    return StringMatch.Operation(rawValue: positive.rawValue).map {
      StringMatch($0, ignoresCase: ignoresCase, ignoresDiacritics: ignoresDiacritics)
    }
  }
}

extension TypedExpression {
  /// An Int literal as an equal Double; nil if there is none.
  fileprivate var asDoubleLiteral: TypedExpression? {
    guard case .literal(.int(let value)) = kind, let double = Double(exactly: value) else {
      return nil
    }
    return .literal(.double(double), .double)
  }

  /// Whether the duration includes months or years, which have no fixed length.
  var hasMonths: Bool {
    switch kind {
    case .duration(_, let unit): unit.span.months != 0
    case .aggregate, .attribute: false
    default: type == .duration && children.contains(where: \.hasMonths)
    }
  }
}

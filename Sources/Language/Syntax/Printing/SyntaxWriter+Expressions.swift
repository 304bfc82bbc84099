extension SyntaxWriter {
  /// Writes an expression, in parentheses if it binds more weakly than `minimum`.
  mutating func expression(
    _ expression: ExpressionSyntax,
    _ minimum: Int = OperatorTable.weakest
  ) {
    if case .parenthesized(let inner) = expression.kind {
      return self.expression(inner, minimum)
    }
    guard expression.precedence < minimum else { return bare(expression.kind) }
    parenthesized(expression)
  }

  private mutating func parenthesized(_ expression: ExpressionSyntax) {
    write(.leftParenthesis)
    self.expression(expression)
    write(.rightParenthesis)
  }

  // The forms are distinguished in three steps, the deepest trees first: one function for all would
  // need too much stack at each level.
  private mutating func bare(_ kind: ExpressionSyntax.Kind) {
    switch kind {
    case .unary(let sign, _, let operand): unary(sign, operand)
    case .binary(let use, let left, let right): binary(use, left, right)
    case .member(let operand, let name): member(operand, name)
    default: wordOperation(kind)
    }
  }

  private mutating func wordOperation(_ kind: ExpressionSyntax.Kind) {
    switch kind {
    case .between(let operand, let lower, let upper, let isNegated, _):
      between(operand, lower, upper, isNegated)
    case .membership(let operand, let set, let isNegated, _): membership(operand, set, isNegated)
    case .isNull(let operand, let isNegated): nullTest(operand, isNegated)
    case .typeTest(let operand, let entity, let isNegated): typeTest(operand, entity, isNegated)
    case .conditional(let condition, let then, let otherwise):
      conditional(condition, then, otherwise)
    case .unit(let amount, let unit): measured(amount, unit)
    default: operand(kind)
    }
  }

  private mutating func unary(_ sign: UnaryOperator, _ operand: ExpressionSyntax) {
    let entry = OperatorTable.entry(for: .prefix(sign))
    write(entry.canonical)
    if entry.isWord { write(" ") }
    // A minus sign before a number would be part of the number.
    if sign == .negate, operand.unwrapped.isPlainNumber { return parenthesized(operand) }
    expression(operand, entry.precedence)
  }

  private mutating func binary(
    _ use: BinaryOperatorUse,
    _ left: ExpressionSyntax,
    _ right: ExpressionSyntax
  ) {
    let entry = OperatorTable.entry(for: .infix(use.operator))
    expression(left, entry.precedence + (entry.associativity == .left ? 0 : 1))
    write(use.isNegated ? " \(Keyword.not.rawValue) " : " ")
    write(entry.canonical)
    let options = (use.ignoresCase ? "c" : "") + (use.ignoresDiacritics ? "d" : "")
    write(options.isEmpty ? " " : "[\(options)] ")
    let minimum = entry.precedence + (entry.associativity == .right ? 0 : 1)
    if entry.takesOptions, options.isEmpty {
      operandAfterOptions(right, minimum)
    } else {
      expression(right, minimum)
    }
  }

  /// A list like `[c]` would be read as the operator's options.
  private mutating func operandAfterOptions(_ operand: ExpressionSyntax, _ minimum: Int) {
    var writer = SyntaxWriter()
    writer.expression(operand, minimum)
    let looksLikeOptions = MatchOptions.all.keys.contains { option in
      writer.output.lowercased().hasPrefix("[\(option)]")
    }
    write(looksLikeOptions ? "(\(writer.output))" : writer.output)
  }

  private mutating func comparison(
    _ operand: ExpressionSyntax,
    _ operation: OperatorEntry.Operation,
    _ isNegated: Bool
  ) {
    expression(operand, OperatorTable.comparison + 1)
    write(isNegated ? " \(Keyword.not.rawValue)" : "")
    spaced(OperatorTable.entry(for: operation).canonical)
  }

  private mutating func between(
    _ operand: ExpressionSyntax,
    _ lower: ExpressionSyntax,
    _ upper: ExpressionSyntax,
    _ isNegated: Bool
  ) {
    comparison(operand, .between, isNegated)
    expression(lower, OperatorTable.comparison + 1)
    spaced(Keyword.and.rawValue)
    expression(upper, OperatorTable.comparison + 1)
  }

  private mutating func membership(
    _ operand: ExpressionSyntax,
    _ set: MembershipSet,
    _ isNegated: Bool
  ) {
    comparison(operand, .membership, isNegated)
    switch set {
    case .values(let values):
      expression(values, OperatorTable.comparison + 1)
    case .range(let lower, let upper, let isClosed):
      expression(lower, OperatorTable.comparison + 1)
      write(isClosed ? .closedRange : .halfOpenRange)
      expression(upper, OperatorTable.comparison + 1)
    }
  }

  private mutating func nullTest(_ operand: ExpressionSyntax, _ isNegated: Bool) {
    comparison(operand, .nullTest, false)
    write(isNegated ? "\(Keyword.not.rawValue) " : "")
    write(.nil)
  }

  private mutating func typeTest(
    _ operand: ExpressionSyntax,
    _ entity: NameSyntax,
    _ isNegated: Bool
  ) {
    comparison(operand, .nullTest, false)
    write(isNegated ? "\(Keyword.not.rawValue) " : "")
    name(entity)
  }

  private mutating func conditional(
    _ condition: ExpressionSyntax,
    _ then: ExpressionSyntax,
    _ otherwise: ExpressionSyntax
  ) {
    word(.if)
    expression(condition)
    spaced(Keyword.then.rawValue)
    expression(then)
    spaced(Keyword.else.rawValue)
    expression(otherwise)
  }

  private mutating func measured(_ amount: ExpressionSyntax, _ unit: NameSyntax) {
    let number = amount.unwrapped
    if number.isPlainNumber || number.isParameter {
      expression(number)
    } else {
      parenthesized(amount)
    }
    write(" ")
    write(number.isOne ? TimeUnitKeyword(spelling: unit.text)?.singular ?? unit.text : unit.text)
  }
}

extension ExpressionSyntax {
  /// The precedence of the printed expression.
  var precedence: Int {
    switch kind {
    case .conditional: OperatorTable.precedence(of: .conditional)
    case .unary(let sign, _, _): OperatorTable.precedence(of: .prefix(sign))
    case .binary(let use, _, _): OperatorTable.precedence(of: .infix(use.operator))
    case .between, .membership, .isNull, .typeTest: OperatorTable.comparison
    case .unit, .quantified: OperatorTable.precedence(of: .unit)
    case .literal(let literal) where literal.isNegative:
      OperatorTable.precedence(of: .prefix(.negate))
    default: OperatorTable.precedence(of: .path)
    }
  }

  /// The expression without parentheses around it.
  var unwrapped: ExpressionSyntax {
    var expression = self
    while case .parenthesized(let inner) = expression.kind { expression = inner }
    return expression
  }

  /// Whether it is a number without a minus sign.
  fileprivate var isPlainNumber: Bool {
    switch kind {
    case .literal(let literal): literal.isNumber && !literal.isNegative
    default: false
    }
  }

  fileprivate var isParameter: Bool {
    if case .parameter = kind { true } else { false }
  }

  fileprivate var isOne: Bool {
    if case .literal(.int(1)) = kind { true } else { false }
  }
}

extension LiteralSyntax {
  fileprivate var isNumber: Bool {
    switch self {
    case .int, .number: true
    default: false
    }
  }

  fileprivate var isNegative: Bool {
    switch self {
    case .int(let value): value < 0
    case .number(let digits): digits.hasPrefix("-")
    default: false
    }
  }
}

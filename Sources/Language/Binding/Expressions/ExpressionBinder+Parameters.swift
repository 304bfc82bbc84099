import Diagnostics
import Model
import Syntax

/// Parameters: arguments of the current saved query, or values of the session.
extension ExpressionBinder {
  func parameter(_ name: NameSyntax) -> TypedExpression? {
    if options.isDeclaringModel { return fail(ParameterError.inModel(name)) }
    if let argument = options.arguments[name.text] { return argument }
    if let path = options.keys[name.text] { return bind(path) }
    if let parameter = options.parameters[name.text] { return parameter.expression }
    return fail(
      ParameterError.missing(
        name,
        wanted: expectedType.flatMap { $0 == .null ? nil : $0 },
        isDeclaring: options.isDeclaring
      )
    )
  }

  /// Binds an expression; a parameter without a value is expected to have `type`.
  func bind(_ syntax: ExpressionSyntax, wanting type: ValueType?) -> TypedExpression? {
    if case .parameter = syntax.withoutParentheses.kind { return bind(syntax, expecting: type) }
    return bind(syntax)
  }

  /// Binds both operands of an operator, which have the same type or `type`.
  func bindOperands(
    _ left: ExpressionSyntax,
    _ right: ExpressionSyntax,
    wanting type: ValueType?
  ) -> (TypedExpression?, TypedExpression?) {
    if type == nil, case .parameter = left.withoutParentheses.kind {
      let second = bind(right)
      return (bind(left, wanting: second?.type), second)
    }
    let first = bind(left, wanting: type)
    return (first, bind(right, wanting: type ?? first?.type))
  }

  /// The original text of a session parameter; nil for other expressions.
  func parameterText(_ syntax: ExpressionSyntax) -> String? {
    guard case .parameter(let name) = syntax.withoutParentheses.kind,
      options.arguments[name.text] == nil
    else { return nil }
    return options.parameters[name.text]?.text
  }

  /// A parameter that looks like a number, a date or a list, as a string.
  func asText(_ operand: Operand) -> Operand {
    guard !operand.bound.type.isText, let text = parameterText(operand.syntax) else {
      return operand
    }
    return Operand(.literal(.string(text), .string), operand.syntax)
  }

  /// Help for a string parameter next to another type.
  func parameterHelp(_ operand: Operand, _ other: Operand) -> [String]? {
    guard case .parameter(let name) = operand.syntax.withoutParentheses.kind,
      options.arguments[name.text] == nil, case .literal(.string(let text)) = operand.bound.kind,
      other.bound.type != .string
    else { return nil }
    return [
      "`$\(name.text)` is the string `\(text)`, which is not \(Wording.article(other.bound.type))"
    ]
  }

  /// Whether the expression is a parameter without a value.
  func isUnknownParameter(_ syntax: ExpressionSyntax) -> Bool {
    guard case .parameter(let name) = syntax.withoutParentheses.kind else { return false }
    return options.arguments[name.text] == nil && options.parameters[name.text] == nil
  }
}

extension BindingOptions {
  /// Whether a `let` is being bound, not a query that it uses.
  var isDeclaring: Bool { declares && savedPath.count == 1 }
}

import Diagnostics
import Model
import Syntax

/// Parameters: arguments of the saved query that is bound, else those of the session.
extension ExpressionBinder {
  func parameter(_ name: NameSyntax) -> TypedExpression? {
    if options.isDeclaringModel { return fail(ParameterError.inModel(name)) }
    if let argument = options.arguments[name.text] { return argument }
    if let parameter = options.parameters[name.text] { return parameter.expression }
    return fail(
      ParameterError.missing(
        name,
        wanted: expectedType.flatMap { $0 == .null ? nil : $0 },
        isDeclaring: options.isDeclaring
      )
    )
  }

  /// The expression, where a parameter without a value would have to be of `type`.
  func bind(_ syntax: ExpressionSyntax, wanting type: ValueType?) -> TypedExpression? {
    if case .parameter = syntax.withoutParentheses.kind { return bind(syntax, expecting: type) }
    return bind(syntax)
  }

  /// Both operands of an operator whose sides are of the same type, or of `type`.
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

  /// The text that the parameter of the session was given as; nil for everything else.
  func parameterText(_ syntax: ExpressionSyntax) -> String? {
    guard case .parameter(let name) = syntax.withoutParentheses.kind,
      options.arguments[name.text] == nil
    else { return nil }
    return options.parameters[name.text]?.text
  }

  /// A parameter that looks like a number, a date or a list, where only a text fits.
  func asText(_ operand: Operand) -> Operand {
    guard !operand.bound.type.isText, let text = parameterText(operand.syntax) else {
      return operand
    }
    return Operand(.literal(.string(text), .string), operand.syntax)
  }

  /// What is said of a parameter of the session that was given as a text, beside another type.
  func parameterHelp(_ operand: Operand, _ other: Operand) -> [String]? {
    guard case .parameter(let name) = operand.syntax.withoutParentheses.kind,
      options.arguments[name.text] == nil, case .literal(.string(let text)) = operand.bound.kind,
      other.bound.type != .string
    else { return nil }
    return [
      "`$\(name.text)` is the string `\(text)`, which is not \(Wording.article(other.bound.type))"
    ]
  }

  /// Whether a parameter stands there that has no value.
  func isUnknownParameter(_ syntax: ExpressionSyntax) -> Bool {
    guard case .parameter(let name) = syntax.withoutParentheses.kind else { return false }
    return options.arguments[name.text] == nil && options.parameters[name.text] == nil
  }
}

extension BindingOptions {
  /// Whether the text that is bound is that of a `let`, and not of a query that it names.
  var isDeclaring: Bool { declares && savedPath.count == 1 }
}

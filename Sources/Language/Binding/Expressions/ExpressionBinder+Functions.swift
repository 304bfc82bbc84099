import Diagnostics
import Expressions
import Model
import Syntax

/// Calls of scalar functions.
extension ExpressionBinder {
  func function(
    _ declaration: FunctionDeclaration,
    _ name: NameSyntax,
    _ written: [CallArgument],
    _ span: SourceSpan
  ) -> TypedExpression? {
    guard var arguments = withRange(written, declaration) else { return nil }
    var zone: TypedExpression?
    if declaration.takesZone || arguments.contains(where: { $0.zone != nil }) {
      guard let chosen = takeZone(from: &arguments, declaration, name) else { return nil }
      zone = chosen.literal
    }
    switch declaration.form {
    case .signatures(let signatures):
      let fitting = signatures.filter { $0.parameters.count == arguments.count }
      guard !fitting.isEmpty else {
        return fail(
          CallError.argumentCount(
            name,
            expected: Self.counts(of: signatures),
            found: arguments.count,
            usage: declaration.usage
          )
        )
      }
      let operands = zip(arguments.indices, arguments).map { index, syntax in
        argument(syntax, of: fitting.map { $0.parameters[index] }, name)
      }
      return call(declaration.function, name, operands, fitting).flatMap {
        checked($0, arguments, zone, span)
      }
    case .several, .same:
      let count = if case .same(let count) = declaration.form { count } else { 2 }
      let isExact = if case .same = declaration.form { true } else { false }
      guard isExact ? arguments.count == count : arguments.count >= count else {
        return fail(
          CallError.argumentCount(
            name,
            expected: isExact
              ? "three arguments" : "a to-many path, or two or more arguments",
            found: arguments.count,
            usage: isExact ? declaration.usage : nil
          )
        )
      }
      return severalCall(declaration, name, arguments)
    }
  }

  /// `one or two arguments`
  private static func counts(of signatures: [FunctionDeclaration.Signature]) -> String {
    let counts = Set(signatures.map(\.parameters.count)).sorted()
    if counts == [0] { return "no arguments" }
    let words = ["no", "one", "two", "three"]
    let named = counts.map { words.indices.contains($0) ? words[$0] : "\($0)" }
    return Wording.choice(named) + (counts == [1] ? " argument" : " arguments")
  }

  /// The call with the first signature that matches exactly, else with the first one that the
  /// arguments adapt to.
  private func call(
    _ function: ScalarFunction,
    _ name: NameSyntax,
    _ arguments: [Operand?],
    _ signatures: [FunctionDeclaration.Signature]
  ) -> TypedExpression? {
    var candidates = signatures
    for (index, argument) in arguments.enumerated() {
      guard let argument else { return nil }
      let expected = candidates.map { $0.parameters[index] }
      candidates = candidates.filter { accepts(argument, $0.parameters[index], among: expected) }
      guard !candidates.isEmpty else {
        return fail(
          CallError.argumentType(
            name,
            argument.syntax.span,
            expected: Self.named(expected),
            found: argument.bound.type
          )
        )
      }
    }
    let operands = arguments.compactMap { $0 }
    let exact = candidates.first { $0.parameters == operands.map(\.bound.type) }
    guard let signature = exact ?? candidates.first else { return nil }
    var values: [TypedExpression] = []
    for (operand, type) in zip(operands, signature.parameters) {
      guard let value = adapted(operand.bound, operand.syntax, to: type) else { return nil }
      values.append(value)
    }
    return TypedExpression(.call(signature.function ?? function, values), signature.result)
  }

  /// The types without duplicates; Int is accepted in place of Double.
  private static func named(_ types: [ValueType]) -> [ValueType] {
    let all = types.contains(.double) ? [.int] + types : types
    return all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Whether an argument has or adapts to `type`; a string only adapts if it must.
  private func accepts(
    _ argument: Operand,
    _ type: ValueType,
    among types: [ValueType]
  ) -> Bool {
    let found = argument.bound.type
    if found == type || found == .null && !FunctionDeclaration.words.contains(type) { return true }
    if FunctionDeclaration.words.contains(found) || FunctionDeclaration.words.contains(type) {
      return false
    }
    let isOnlyType = types.allSatisfy { $0 == type }
    if type == .string, isOnlyType, parameterText(argument.syntax) != nil { return true }
    if found == .string {
      return argument.bound.isTextLiteral && isOnlyType && type.adaptsFromText
    }
    if found == .double { return type == .decimal && numberText(argument.syntax) != nil }
    return found == .int && (type == .double || type == .decimal)
  }

  private func severalCall(
    _ declaration: FunctionDeclaration,
    _ name: NameSyntax,
    _ arguments: [ExpressionSyntax]
  ) -> TypedExpression? {
    let head = bind(arguments[0], expecting: expectedType)
    let bound = [head] + arguments.dropFirst().map { bind($0, expecting: head?.type) }
    guard var first = head else { return nil }
    var values: [TypedExpression] = []
    for (value, syntax) in zip(bound, arguments) {
      guard let value else { return nil }
      guard let pair = unified(first, arguments[0], value, syntax, exactNumbers: false) else {
        if findings.hasFinding(within: syntax.span) { return nil }
        return fail(TypeError.different(arguments[0].span, first.type, syntax.span, value.type))
      }
      first = pair.0
      values.append(pair.1)
    }
    let type = first.type
    guard type.isOrdered else {
      return fail(ClauseError.unsortable(arguments[0].span, found: type, help: []))
    }
    // An Int before the first Double is widened now.
    let widened = zip(values, arguments).map { adapted($0, $1, to: type) ?? $0 }
    let call = TypedExpression(
      .call(declaration.function, widened.map(\.ordered)),
      first.ordered.type
    )
    return call.unordered(type)
  }
}

extension TypedExpression {
  /// Whether it is a string literal or parameter.
  fileprivate var isTextLiteral: Bool {
    if case .literal(.string) = kind { true } else { false }
  }
}

extension ValueType {
  /// Whether a string literal adapts to this type.
  fileprivate var adaptsFromText: Bool {
    switch self {
    case .date, .uuid, .data, .decimal: true
    default: false
    }
  }
}

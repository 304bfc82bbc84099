import Diagnostics
import Model
import Syntax

/// Parameters that choose a key or an order.
extension ExpressionBinder {
  /// The key, or the attribute path that a parameter of the session names.
  func key(_ syntax: ExpressionSyntax) -> ExpressionSyntax {
    guard case .parameter(let name) = syntax.withoutParentheses.kind,
      options.arguments[name.text] == nil
    else { return syntax }
    if let path = options.keys[name.text] { return path }
    guard let text = options.parameters[name.text]?.text else { return syntax }
    return ParameterPath.path(text, syntax.span) ?? syntax
  }

  /// Whether a sort key is descending; nil after an error.
  func isDescending(_ key: SortKeySyntax) -> Bool? {
    guard let name = key.direction else { return key.isDescending }
    if let order = options.orders[name.text] { return order }
    guard let text = options.parameters[name.text]?.text, options.arguments[name.text] == nil,
      let order = ParameterPath.order(text)
    else { return fail(ParameterError.noOrder(name)) }
    return order
  }
}

/// The kinds of parameters.
enum ParameterKind {
  case value
  /// `Key`: an attribute path
  case key
  /// `Order`: `asc` or `desc`
  case order
}

extension ParameterDeclaration {
  /// What the parameter chooses.
  var kind: ParameterKind {
    if type.isList || type.isOptional { return .value }
    switch type.name.text {
    case "Key": return .key
    case "Order": return .order
    default: return .value
    }
  }
}

/// Paths and orders that parameters name.
enum ParameterPath {
  /// The path of a text such as `budget.name`; nil if it is not one.
  static func path(_ text: String, _ span: SourceSpan) -> ExpressionSyntax? {
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let first = names.first,
      names.allSatisfy({ $0.first.map { $0.isLetter || $0 == "_" } ?? false })
    else { return nil }
    let start = ExpressionSyntax(.name(NameSyntax(first, span: span)), span: span)
    return names.dropFirst().reduce(start) {
      ExpressionSyntax(.member($0, NameSyntax($1, span: span)), span: span)
    }
  }

  /// Whether the word `asc` or `desc` is descending; nil for other words.
  static func order(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "asc": false
    case "desc": true
    default: nil
    }
  }

  /// The word that an expression is.
  static func word(_ syntax: ExpressionSyntax) -> String? {
    switch syntax.withoutParentheses.kind {
    case .name(let name): name.text
    case .literal(.string(let text)): text
    default: nil
    }
  }
}

extension SavedQueryArguments {
  /// The paths and orders of parameters: the argument, or the session's parameter, or the default.
  func choices(
    of saved: SavedQuery,
    _ given: [String: ExpressionSyntax]
  ) -> (keys: [String: ExpressionSyntax], orders: [String: Bool]) {
    var (keys, orders): ([String: ExpressionSyntax], [String: Bool]) = ([:], [:])
    let options = binder.options
    for parameter in saved.parameters {
      let name = parameter.name.text
      let session = options.parameters[name]?.text
      var written = given[name]
      // An argument that is a parameter passes its choice on.
      if case .parameter(let outer)? = written?.withoutParentheses.kind {
        if let order = options.orders[outer.text] { orders[name] = order }
        if let path = options.keys[outer.text] { keys[name] = path }
        if keys[name] != nil || orders[name] != nil { continue }
        let text = options.parameters[outer.text]?.text
        written = text.flatMap { ParameterPath.path($0, outer.span) }
      }
      switch parameter.kind {
      case .value: break
      case .key:
        keys[name] =
          written ?? session.flatMap { ParameterPath.path($0, parameter.name.span) }
          ?? parameter.defaultValue
      case .order:
        let word =
          written.flatMap(ParameterPath.word) ?? (written == nil ? session : nil)
          ?? (written == nil ? parameter.defaultValue.flatMap(ParameterPath.word) : nil)
        if let order = word.flatMap(ParameterPath.order) {
          orders[name] = order
        } else if written != nil || word != nil {
          let place = written.map { NameSyntax(name, span: $0.span) } ?? parameter.name
          binder.findings.report(ParameterError.noOrder(place))
        }
      }
    }
    return (keys, orders)
  }
}

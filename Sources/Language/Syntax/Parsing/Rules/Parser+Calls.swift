import Diagnostics

/// Calls of functions, with arguments and windows.
extension Parser {
  mutating func call() throws(SyntaxError) -> ExpressionSyntax {
    let function = try name(.attribute)
    var arguments: [CallArgument] = []
    try openList(.leftParenthesis)
    while isAtElement(after: arguments.count) { arguments.append(try argument()) }
    let list = try closeList()
    let call = try node(.call(function, arguments), function.span.joined(with: list))
    return isNext(.over) && peek(1).symbol == .leftParenthesis ? try windowed(call) : call
  }

  private mutating func windowed(
    _ call: ExpressionSyntax
  ) throws(SyntaxError) -> ExpressionSyntax {
    // Windows take more of the stack than other brackets.
    try descend()
    try descend()
    let window = try window()
    ascend()
    ascend()
    return try node(.window(call, window), span(from: call.span))
  }

  /// `over ( … )` after a call.
  mutating func window() throws(SyntaxError) -> WindowSyntax {
    let keyword = try expect(.over)
    try openList(.leftParenthesis)
    var window = WindowSyntax(span: keyword.span)
    if isNext(.group) {
      push(advance())
      window.groupKeys = try groupClause()
      pop()
    }
    if isNext(.sort) {
      push(advance())
      window.sort = try sortClause()
      pop()
    }
    if isNext(.rows) || isNext(.range) { window.frame = try frame() }
    window.span = keyword.span.joined(with: try closeList(or: .tokens(window.continuations)))
    return window
  }

  /// `rows 3 before 1 after`; at least one side.
  mutating func frame() throws(SyntaxError) -> FrameSyntax {
    let keyword = advance()
    var frame = FrameSyntax(countsRows: keyword.keyword == .rows, span: keyword.span)
    let first = try frameBound()
    if nextIf(.after) {
      frame.after = first
    } else {
      try expect(.before)
      frame.before = first
      if peek().symbol != .rightParenthesis {
        frame.after = try frameBound()
        try expect(.after)
      }
    }
    frame.span = span(from: keyword.span)
    return frame
  }

  mutating func frameBound() throws(SyntaxError) -> FrameSyntax.Bound {
    if nextIf(.all) { return FrameSyntax.Bound(nil) }
    return FrameSyntax.Bound(try operation(OperatorTable.comparison + 1))
  }

  mutating func argument() throws(SyntaxError) -> CallArgument {
    let outer = argumentDepth
    argumentDepth = open.count
    let distinct = isAtDistinctOperand(inArgument: true) ? advance().span : nil
    let value = peek().symbol == .slash ? try regexLiteral() : try expression()
    var argument = CallArgument(value, distinct: distinct)
    if hasClauses(argument.expression) { try argumentClauses(of: &argument) }
    argumentDepth = outer
    return argument
  }

  /// Whether a range or a clause follows the value of an argument.
  private mutating func hasClauses(_ value: ExpressionSyntax) -> Bool {
    if isNext(.where) { return true }
    return !value.isNamedWhere && (isNext(.closedRange) || isNext(.sort) || isNext(.limit))
  }

  /// `...` and a bound, `where …`, `sort …` and `limit …` in this order.
  private mutating func argumentClauses(of argument: inout CallArgument) throws(SyntaxError) {
    if nextIf(.closedRange) { argument.upperBound = try expression() }
    if isNext(.where) {
      push(advance())
      argument.filter = try whereClause()
      pop()
    }
    if isNext(.sort) {
      push(advance())
      argument.sort = try sortClause()
      pop()
    }
    if isNext(.limit) {
      push(advance())
      argument.limit = try limitClause()
      pop()
    }
  }
}

extension ExpressionSyntax {
  /// Whether it is the name `where`, which then starts a clause and is not a value.
  fileprivate var isNamedWhere: Bool {
    guard case .name(let name) = kind, !name.isQuoted else { return false }
    return Keyword(spelling: name.text) == .where
  }
}

extension WindowSyntax {
  /// What can follow within the parentheses.
  fileprivate var continuations: [String] {
    var words: [Keyword] = frame == nil ? [.rows, .range] : []
    if sort.isEmpty, frame == nil { words.insert(.sort, at: 0) }
    if groupKeys.isEmpty, sort.isEmpty, frame == nil { words.insert(.group, at: 0) }
    let comma = frame == nil && !(groupKeys.isEmpty && sort.isEmpty) ? [Symbol.comma.rawValue] : []
    return comma + words.map(\.rawValue) + [Symbol.rightParenthesis.rawValue]
  }
}

import Diagnostics
import Syntax

/// Operands: columns, constants, calls, `CASE`.
extension SQLExpressions {
  mutating func operand() -> ExpressionSyntax? {
    guard let next = reader.next else { return nil }
    if next.kind == .symbol, next.text == "(" { return parenthesized() }
    if let keyword = next.keyword, let constant = Self.constants[keyword] {
      guard reader.peek(1) != SQLToken(kind: .symbol, text: "(") else { return call() }
      reader.take()
      return .sql(constant)
    }
    switch next.kind {
    case .string:
      reader.take()
      return .sql(.literal(.string(next.text)))
    case .number:
      reader.take()
      return .sql(.literal(Int64(next.text).map(LiteralSyntax.int) ?? .number(next.text)))
    case .parameter:
      reader.take()
      return .sql(.parameter(.sql(Self.parameterName(next.text))))
    case .word, .quotedName: return named(next)
    case .symbol: return nil
    }
  }

  private static let constants: [String: ExpressionSyntax.Kind] = [
    "NULL": .literal(.null), "TRUE": .literal(.bool(true)), "FALSE": .literal(.bool(false)),
    "CURRENT_DATE": .name(.sql("today")), "CURRENT_TIMESTAMP": .name(.sql("now")),
  ]

  private static func parameterName(_ text: String) -> String {
    text.isEmpty || text.first?.isNumber == true ? "p\(text)" : text
  }

  private mutating func parenthesized() -> ExpressionSyntax? {
    guard let inside = reader.takeParenthesized(), !inside.isAt("SELECT") else { return nil }
    var inner = self
    inner.reader = inside
    inner.depth += 1
    guard let expression = inner.expression(), inner.reader.isAtEnd else { return nil }
    return expression
  }

  /// A column, a call, `CASE`, `DATE '2026-01-31'`.
  private mutating func named(_ token: SQLToken) -> ExpressionSyntax? {
    if token.keyword == "CASE" { return conditional() }
    if ["DATE", "TIMESTAMP"].contains(token.keyword), reader.peek(1)?.kind == .string {
      reader.take()
      return reader.take().map { .sql(.literal(.string($0.text))) }
    }
    if let keyword = token.keyword, Self.reserved.contains(keyword) { return nil }
    if reader.peek(1) == SQLToken(kind: .symbol, text: "(") { return call() }
    reader.take()
    if reader.take(symbol: ".") {
      return reader.takeName().map { names.column($0, of: token.text) }
    }
    // Some dialects use double quotes for strings.
    if token.kind == .quotedName, !names.isColumn(token.text) {
      return .sql(.literal(.string(token.text)))
    }
    return names.column(token.text)
  }

  /// Words that cannot be columns.
  private static let reserved: Set<String> = [
    "SELECT", "FROM", "WHERE", "GROUP", "ORDER", "BY", "HAVING", "JOIN", "ON", "UNION", "AND", "OR",
    "WHEN", "THEN", "ELSE", "END", "AS", "IN", "IS", "LIKE", "BETWEEN", "EXISTS", "OVER",
  ]

  /// `CASE WHEN a THEN b ELSE c END`
  private mutating func conditional() -> ExpressionSyntax? {
    guard reader.take("CASE") else { return nil }
    var branches: [(ExpressionSyntax, ExpressionSyntax)] = []
    while reader.take("WHEN") {
      guard let condition = expression(), reader.take("THEN"), let value = expression() else {
        return nil
      }
      branches.append((condition, value))
    }
    let otherwise = reader.take("ELSE") ? expression() : .sql(.literal(.null))
    guard reader.take("END"), !branches.isEmpty, let otherwise else { return nil }
    return branches.reversed().reduce(otherwise) { result, branch in
      .sql(.conditional(branch.0, then: branch.1, otherwise: result))
    }
  }

  private mutating func call() -> ExpressionSyntax? {
    guard let name = reader.takeName(), var inside = reader.takeParenthesized(),
      !reader.isAt("OVER")
    else { return nil }
    let isDistinct = inside.take("DISTINCT")
    if inside.isAt(symbol: "*") || inside.isAtEnd {
      return SQLFunctions.call(name, [], isDistinct: false)
    }
    let arguments = inside.commaParts.compactMap { Self.whole($0, names) }
    guard arguments.count == inside.commaParts.count else { return nil }
    return SQLFunctions.call(name, arguments, isDistinct: isDistinct)
  }
}

import Binding
import Diagnostics
import Expressions
import Foundation
import Model
import Syntax

/// A statement out of a ``QueryText``.
struct ParsedText {
  let statement: Statement
  let source: SourceText
  let parameters: [String: ParameterValue]

  /// Parses a text that is one statement.
  init(_ query: QueryText) throws {
    let (text, given, interpolated) = query.rendered()
    source = SourceText(name: "", text: text)
    for value in given.values {
      if let fault = value.fault { throw QueryError(fault) }
    }
    parameters = try given.mapValues { ParameterValue(try ParsedText.literal($0), text: nil) }
    try Self.requireParameters(interpolated, in: source)
    var parser = ScriptParser(source)
    statement = try Self.statement(parser.next(), source)
    if let second = parser.next() {
      let span: SourceSpan? = if case .statement(let other) = second { other.span } else { nil }
      throw QueryError(
        [Diagnostic(.error, "a text is one statement", at: span.map { .init($0) })],
        in: source
      )
    }
  }

  private static func statement(_ item: ScriptItem?, _ source: SourceText) throws -> Statement {
    switch item {
    case .statement(let statement): return statement
    case .failure(let diagnostics, _): throw QueryError(diagnostics, in: source)
    case .command(let command):
      throw QueryError(
        [Diagnostic("commands are the shell's, and this is a program", at: command.span)],
        in: source
      )
    case nil: throw QueryError("the text is empty")
    }
  }

  /// A value within the quotes of a text or behind `//` would silently be a part of that.
  private static func requireParameters(_ names: [String], in source: SourceText) throws {
    var missing = Set(names)
    var lexer = Lexer(source)
    while true {
      let token = lexer.next()
      if case .parameter(let name) = token.kind { missing.remove(name) }
      if token.kind == .end { break }
    }
    guard let name = names.first(where: missing.contains) else { return }
    throw QueryError(
      "the value at `$\(name)` stands within a text or a comment: \(source.text)",
      help: ["a value needs no quotes: name == \\(name)"]
    )
  }

  /// A value as a literal, or as a list of literals.
  private static func literal(_ value: Value) throws -> TypedExpression {
    switch value {
    case .null: return .literal(value, .null)
    case .bool: return .literal(value, .bool)
    case .int: return .literal(value, .int)
    case .double: return .literal(value, .double)
    case .decimal: return .literal(value, .decimal)
    case .string: return .literal(value, .string)
    case .date: return .literal(value, .date)
    case .duration: return .literal(value, .duration)
    case .uuid: return .literal(value, .uuid)
    case .data: return .literal(value, .data)
    case .record(let id): return .literal(value, .record(entity: id.entity))
    case .list(let values): return try list(values)
    case .object: throw QueryError("a query compares with no struct; name its fields")
    }
  }

  private static func list(_ values: [Value]) throws -> TypedExpression {
    var elements = try values.map(literal)
    let types = Set(elements.map(\.type)).subtracting([.null])
    if types == [.int, .double] {
      elements = values.map {
        if case .int(let number) = $0 {
          .literal(.double(Double(number)), .double)
        } else {
          .literal($0, $0.isNull ? .null : .double)
        }
      }
    } else if types.count > 1 {
      throw QueryError(
        "a list is of one type, and here are "
          + types.map(\.description).sorted().joined(separator: " and ")
      )
    }
    let type = elements.first { $0.type != .null }?.type ?? .null
    return TypedExpression(.list(elements), .list(type))
  }
}

import Binding
import Diagnostics
import Expressions
import Foundation
import Model
import Syntax

/// A parsed ``QueryText``.
struct ParsedText {
  let statement: Statement
  let source: SourceText
  let parameters: [String: ParameterValue]

  /// Parses a text that must be exactly one statement.
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
        [Diagnostic(.error, "only one statement is allowed", at: span.map { .init($0) })],
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
        [Diagnostic("dot commands work only in the shell", at: command.span)],
        in: source
      )
    case nil: throw QueryError("the query is empty")
    }
  }

  /// Reports values within a string or a comment, which would otherwise be a part of it.
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
      "the value `$\(name)` is within a string or a comment: \(source.text)",
      help: ["write a value without quotes: name == \\(name)"]
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
    case .object: throw QueryError("a query cannot compare structs; compare their fields")
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
        "all elements of a list must have the same type; found "
          + types.map(\.description).sorted().joined(separator: " and ")
      )
    }
    let type = elements.first { $0.type != .null }?.type ?? .null
    return TypedExpression(.list(elements), .list(type))
  }
}

import Binding
import Diagnostics
import Foundation
import Model
import Syntax

/// Builds the syntax tree of records from values.
///
/// Values become literals or parameters, never text.
struct RecordSyntaxBuilder {
  private(set) var parameters: [String: ParameterValue]
  /// The next position. Every node has a different one, because the binder tells nodes apart by it.
  private var place = 0

  init(parameters: [String: ParameterValue] = [:]) {
    self.parameters = parameters
  }

  /// `insert Budget [{ name: "Trip", limit: 900 }]`
  mutating func insertion(
    _ records: [[(String, Value)]],
    _ entity: String
  ) throws -> InsertStatement {
    InsertStatement(entity: name(entity), records: try records.map { try record($0) })
  }

  /// `{ name: "Trip", limit: 900 }`
  mutating func record(_ fields: [(String, Value)]) throws -> RecordSyntax {
    let start = place
    let written = try fields.map { name, value in
      RecordField(name: self.name(name), value: try self.value(value, of: name))
    }
    return RecordSyntax(fields: written, span: span(from: start))
  }

  /// A quoted name, which is matched exactly.
  mutating func name(_ text: String) -> NameSyntax {
    NameSyntax(text, span: nextSpan(), isQuoted: true)
  }

  /// The value that an assignment to `name` takes.
  mutating func value(_ value: Value, of name: String) throws -> FieldValue {
    if let fault = value.fault { throw QueryError("`\(name)`: \(fault)") }
    let start = place
    switch value {
    case .object(let fields):
      return .record(try record(fields.map { ($0.name, $0.value) }))
    case .list(let elements) where elements.contains(where: \.isObject):
      let records = try elements.map { element in
        guard case .object(let fields) = element else {
          throw QueryError(
            "`\(name)` cannot take new and existing records at once",
            help: ["link the existing records in a second statement"]
          )
        }
        return try record(fields.map { ($0.name, $0.value) })
      }
      return .records(records, span(from: start))
    default:
      return .expression(try expression(value))
    }
  }

  private mutating func expression(_ value: Value) throws -> ExpressionSyntax {
    switch value {
    case .null: return literal(.null)
    case .bool(let value): return literal(.bool(value))
    case .int(let number): return literal(.int(number))
    case .double(let number) where number.isFinite: return literal(.number(number.description))
    case .string(let text): return literal(.string(text))
    case .decimal(let number): return literal(.typed(.decimal, number.description))
    case .uuid(let uuid): return literal(.typed(.uuid, uuid.uuidString))
    case .data(let data): return literal(.typed(.data, data.base64EncodedString()))
    case .double: return parameter(value, .double)
    case .date: return parameter(value, .date)
    case .record(let id): return try record(id)
    case .list(let elements):
      let start = place
      return ExpressionSyntax(
        .list(try elements.map { try expression($0) }),
        span: span(from: start)
      )
    case .duration: throw QueryError("a duration cannot be stored")
    case .object: throw QueryError("an array cannot contain structs")
    }
  }

  private mutating func record(_ id: RecordID) throws -> ExpressionSyntax {
    guard case .number(let number) = id.key else {
      throw QueryError("\(id) belongs to another store")
    }
    return ExpressionSyntax(.recordLiteral(name(id.entity), .number(number)), span: nextSpan())
  }

  private mutating func literal(_ literal: LiteralSyntax) -> ExpressionSyntax {
    ExpressionSyntax(.literal(literal), span: nextSpan())
  }

  private mutating func parameter(_ value: Value, _ type: ValueType) -> ExpressionSyntax {
    let name = "\(parameters.count)"
    parameters[name] = ParameterValue(value, type)
    return ExpressionSyntax(.parameter(self.name(name)), span: nextSpan())
  }

  private mutating func nextSpan() -> SourceSpan {
    place += 1
    return SourceSpan(place - 1, place)
  }

  private func span(from start: Int) -> SourceSpan { SourceSpan(start, max(place, start + 1)) }
}

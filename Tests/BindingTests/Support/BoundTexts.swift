import Binding
import Diagnostics
import Model
import Storage
import Syntax
import Testing

/// Statements that are bound in schemas, both written as strings.
enum BoundTexts {
  /// The request of a `fetch`.
  static func request(
    _ text: String,
    in schema: Schema,
    options: BindingOptions = BindingOptions()
  ) throws -> FetchRequest {
    try Binder(schema: schema, options: options).bindFetch(query(text))
  }

  /// The type that an expression has as a column of `entity`.
  static func type(of expression: String, for entity: String, in schema: Schema) throws -> ValueType
  {
    let request = try request("fetch \(entity) select \(expression)", in: schema)
    return try #require(request.columns.first).expression.type
  }

  /// What is wrong with the statement that `bind` binds: the message and the text it points at.
  static func problems(of text: String, _ bind: () throws -> Void) throws -> [String] {
    do {
      try bind()
      return []
    } catch let list as DiagnosticList {
      return list.all.map { finding in
        let span = finding.primary?.span
        let place = span.map { Array(text.utf8)[$0.lowerBound..<$0.upperBound] } ?? []
        return "\(String(decoding: place, as: UTF8.self)): \(finding.message)"
      }
    }
  }

  /// The schema that model declarations make together.
  static func schema(_ text: String) throws -> Schema {
    let change = try Binder(schema: Schema()).bindModels(declarations(text))
    return Schema(entities: change.entities)
  }

  static func declarations(_ text: String) -> [ModelDeclaration] {
    var parser = ScriptParser(SourceText(name: "test", text: text))
    var declarations: [ModelDeclaration] = []
    while case .statement(let statement)? = parser.next() {
      if case .model(let declaration) = statement.kind { declarations.append(declaration) }
    }
    return declarations
  }

  static func query(_ text: String) throws -> QuerySyntax {
    var parser = ScriptParser(SourceText(name: "test", text: text))
    guard case .statement(let statement)? = parser.next(), case .fetch(let query) = statement.kind
    else { throw Unparsed(text: text) }
    return query
  }
}

/// A test input that is not a statement of the expected kind.
struct Unparsed: Error {
  let text: String
}

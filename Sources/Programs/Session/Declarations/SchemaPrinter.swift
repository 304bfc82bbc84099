public import Diagnostics
public import Model

/// Prints a schema as canonical declarations, which create the same schema in an empty session.
///
/// Structs without names, such as nested objects of JSON files, cannot be declared; they are
/// printed as comments.
public struct SchemaPrinter: Sendable {
  private let schema: Schema

  /// Creates a printer for `schema`.
  public init(schema: Schema) {
    self.schema = schema
  }

  /// The names of types and entities, in the order they become valid when they are
  /// declared one after another.
  public var names: [String] {
    Self.order(of: schema) { lines(of: $0).map(\.plain).joined(separator: "\n") }
  }

  /// The lines of a declaration, escaped for a terminal; empty if there is no such name.
  public func lines(of name: String) -> [StyledText] {
    if let type = schema.type(name) { return TypePrinter(declared: type).lines }
    return schema.entity(name).map { ModelPrinter(entity: $0, schema: schema).lines } ?? []
  }

  /// All declarations, separated by empty lines.
  public var text: String {
    names.map { name in lines(of: name).map(\.plain).joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }
}

extension Schema {
  /// The names of types and entities, in an order that allows declaring them.
  public var declaredNames: [String] { types.map(\.name) + entities.map(\.name) }
}

public import Diagnostics
public import Model

/// Prints a schema as the statements that declare it, in the one canonical way.
///
/// The text makes the same schema in an empty session. The exception are composites without a name,
/// as nested objects of JSON files are: they cannot be declared, and are printed as comments.
public struct SchemaPrinter: Sendable {
  private let schema: Schema

  /// Makes a printer for the declarations of `schema`.
  public init(schema: Schema) {
    self.schema = schema
  }

  /// The names of types and entities, in the order in which they come to hold when they are declared
  /// one after another: so what is printed makes a schema that prints the same.
  public var names: [String] {
    Self.order(of: schema) { lines(of: $0).map(\.plain).joined(separator: "\n") }
  }

  /// The declaration of a type or an entity, line by line and safe for a terminal; none where there
  /// is no such name.
  public func lines(of name: String) -> [StyledText] {
    if let type = schema.type(name) { return TypePrinter(declared: type).lines }
    return schema.entity(name).map { ModelPrinter(entity: $0, schema: schema).lines } ?? []
  }

  /// All declarations, with an empty line between them.
  public var text: String {
    names.map { name in lines(of: name).map(\.plain).joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }
}

extension Schema {
  /// The names of types and entities, in an order in which they can be declared.
  public var declaredNames: [String] { types.map(\.name) + entities.map(\.name) }
}

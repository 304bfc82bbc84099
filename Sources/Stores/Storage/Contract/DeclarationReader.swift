public import Model

/// Turns the declarations that a file keeps as text into a schema, and back.
///
/// A store cannot bind names itself; who opens a file hands it this.
public protocol DeclarationReader: Sendable {
  /// The schema that `text` declares.
  func schema(of text: String) throws -> Schema

  /// The declarations that make `schema`.
  func declarations(of schema: Schema) throws -> String
}

public import Model

/// Converts a schema to the declarations that a file stores, and back.
///
/// Stores cannot bind names themselves, so the caller that opens a file passes a reader.
public protocol DeclarationReader: Sendable {
  /// The schema that `text` declares.
  func schema(of text: String) throws -> Schema

  /// The declarations of `schema`.
  func declarations(of schema: Schema) throws -> String
}

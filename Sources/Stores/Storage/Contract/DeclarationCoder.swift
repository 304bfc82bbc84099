public import Model

/// Writes a schema as the declarations that a file stores, and reads them.
///
/// Stores cannot bind names themselves, so the caller that opens a file passes a coder.
public protocol DeclarationCoder: Sendable {
  /// The schema that `text` declares.
  func schema(of text: String) throws -> Schema

  /// The declarations of `schema`.
  func declarations(of schema: Schema) throws -> String
}

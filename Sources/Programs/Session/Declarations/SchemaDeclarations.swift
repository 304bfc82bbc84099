import Diagnostics
public import Model
public import Storage

/// Reads and writes declarations in store files.
public struct SchemaDeclarations: DeclarationCoder {
  /// Creates a reader.
  public init() {}

  /// The schema that `text` declares; throws ``UnreadableDeclarations``.
  public func schema(of text: String) throws -> Schema {
    do throws(SchemaText.Failure) {
      return try SchemaText(text, SessionSettings().bindingOptions).schema
    } catch {
      throw UnreadableDeclarations(
        description: error.problems.map { "line \($0.line): \($0.message)" }
          .joined(separator: "; ")
      )
    }
  }

  /// The declarations of `schema`; throws a ``SessionError`` if it cannot be declared.
  public func declarations(of schema: Schema) throws -> String {
    do {
      return try schema.declarations()
    } catch {
      throw SessionError(error, in: nil)
    }
  }
}

/// An error in the declarations of a store file.
public struct UnreadableDeclarations: Error, CustomStringConvertible {
  /// The errors with their lines.
  public let description: String
}

import Diagnostics
public import Model
public import Storage

/// Reads and writes the declarations that a store's file keeps, in the language.
public struct SchemaDeclarations: DeclarationReader {
  /// Makes a reader.
  public init() {}

  /// The schema that `text` declares; throws ``UnreadableDeclarations``.
  public func schema(of text: String) throws -> Schema {
    do throws(GraphSchema.Failure) {
      return try GraphSchema(text, SessionSettings().bindingOptions).schema
    } catch {
      throw UnreadableDeclarations(
        description: error.problems.map { "line \($0.line): \($0.message)" }
          .joined(separator: "; ")
      )
    }
  }

  /// The declarations that make `schema`; throws a ``SessionError`` where it cannot be declared.
  public func declarations(of schema: Schema) throws -> String {
    do {
      return try schema.declarations()
    } catch {
      throw SessionError(error, in: nil)
    }
  }
}

/// What is wrong with declarations that a store keeps.
public struct UnreadableDeclarations: Error, CustomStringConvertible {
  /// Each mistake with its line.
  public let description: String
}

import Diagnostics
public import Model
public import Storage

/// Reads and writes the declarations that a store's file keeps, in the language.
public struct SchemaDeclarations: DeclarationReader {
  /// Makes a reader.
  public init() {}

  /// The schema that `text` declares; throws a ``SessionError`` with a line for each mistake.
  public func schema(of text: String) throws -> Schema {
    do throws(GraphSchema.Failure) {
      return try GraphSchema(text, SessionSettings().bindingOptions).schema
    } catch {
      throw SessionError.unreadable(error.problems.map { "line \($0.line): \($0.message)" })
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

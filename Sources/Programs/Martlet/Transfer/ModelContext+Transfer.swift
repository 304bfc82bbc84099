import Binding
public import Context
import Diagnostics
import Features
import Session
import Syntax
import Transfer

/// Files, random records and other stores, as in the shell.
extension ModelContext {
  /// Imports the records of a CSV, TSV or JSON file.
  ///
  /// ```swift
  /// print(try context.importRecords(from: path, into: "Budget"))
  /// ```
  ///
  /// The columns have the names of the model's members. All records are imported, or none. A file
  /// that is larger than a batch is saved at once; others are pending like all changes.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - entity: The name of the model, or nil to create a model with the name of the file.
  ///   - updatesExisting: Whether records with the unique keys of existing ones update them.
  /// - Returns: The message of the shell: `2 imported`.
  /// - Throws: ``QueryError`` with lines and columns if the file or a value is invalid.
  @discardableResult
  public func importRecords(
    from path: String,
    into entity: String? = nil,
    updatesExisting: Bool = false
  ) throws -> String {
    let target = entity.map { " into \(quotedIfNeeded($0))" } ?? ""
    let updating = updatesExisting ? " updating" : ""
    let text = "import \(stringLiteral(path))\(target)\(updating)"
    return try message(QueryText(text))
  }

  /// Writes the records or rows of a query to a file, whose extension selects the format.
  ///
  /// ```swift
  /// print(try context.export("Budget where limit > \(least) select name, limit", to: path))
  /// ```
  ///
  /// - Returns: The message of the shell: `2 rows exported`.
  /// - Throws: ``QueryError`` if the query is invalid, or the file cannot be written.
  @discardableResult
  public func export(_ query: QueryText, to path: String) throws -> String {
    let end = "\n) to " + stringLiteral(path)
    return try message(QueryText("export (") + query.beginning(with: .fetch) + QueryText(end))
  }

  /// Inserts records with plausible random values.
  ///
  /// ```swift
  /// print(try context.generate(3, "Budget", seed: 1))
  /// ```
  ///
  /// - Parameters:
  ///   - count: The number of records.
  ///   - entity: The name of the model.
  ///   - seed: The seed. The same seed gives the same records.
  /// - Returns: The message of the shell: `3 generated`.
  /// - Throws: ``QueryError`` if the model has no valid values.
  @discardableResult
  public func generate(_ count: Int, _ entity: String, seed: Int? = nil) throws -> String {
    let seed = seed.map { " seed \($0)" } ?? ""
    let text = "generate \(count) \(quotedIfNeeded(entity))\(seed)"
    return try message(QueryText(text))
  }

  /// Copies models and their records, with the records that they require, from another context.
  ///
  /// ```swift
  /// let copy = ModelContext(ModelContainer())
  /// print(try copy.copy(["Budget"], from: context))
  /// ```
  ///
  /// Records keep their identities. Models of the same name must be the same.
  ///
  /// - Parameters:
  ///   - models: The names of the models, or none to copy all.
  ///   - other: The context to copy from.
  /// - Returns: The message of the shell: `new: Budget; 2 copied: 2 Budget`.
  /// - Throws: ``QueryError`` if models differ, or records of the same identity exist.
  @discardableResult
  public func copy(_ models: [String] = [], from other: ModelContext) throws -> String {
    try explaining {
      do {
        return try QuerySession(context: self).copy(
          models,
          from: QuerySession(context: other),
          named: "other"
        )
      } catch {
        throw SessionError(error, in: nil)
      }
    }
  }

  /// Runs a statement as the shell does, and returns its message.
  private func message(_ text: QueryText) throws -> String {
    let parsed = try ParsedText(text)
    let session = QuerySession(context: self)
    session.settings.timeZone = timeZone
    session.settings.boundParameters = parsed.parameters
    let outcome = try explaining(in: parsed.source) {
      try session.run(parsed.statement, in: parsed.source)
    }
    guard case .message(let message) = outcome.answer else { return "" }
    return message
  }
}

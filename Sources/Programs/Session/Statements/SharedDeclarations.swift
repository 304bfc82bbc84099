import Binding
import Foundation
import Model
import Storage
import Synchronization
import Syntax

/// What has been declared by statements, for all sessions on one container.
final class SharedDeclarations: Sendable {
  private let contents: Mutex<Contents>
  private let turn = NSRecursiveLock()

  private struct Contents {
    var models = DeclaredModels()
    var types = DeclaredTypes()
    var queries: SavedQueries
    /// The store's schema when it was looked at last; what these declare.
    var schema: Schema

    /// Reads the declarations out of a schema that somebody else has made.
    mutating func read(_ schema: Schema) {
      self.schema = schema
      guard let graph = GraphSchema(declaring: schema) else { return }
      types.holding = graph.types
      models.holding = graph.models
      models.bases = [:]
    }
  }

  /// What a store's file has is declared from the beginning.
  init(of store: any Store) {
    let schema = store.schema
    var contents = Contents(queries: SavedQueries(of: store), schema: schema)
    contents.read(schema)
    self.contents = Mutex(contents)
  }

  /// Runs a statement that changes models while no other session does.
  func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    try turn.withLock(body)
  }

  /// Runs a statement that changes the models of a store, once those are known that another process may
  /// have declared in its file. What it changes is based on ``schema``, and noted by ``note(_:)``.
  func changing<Result>(_ store: any Store, _ body: () throws -> Result) rethrows -> Result {
    try exclusively {
      let schema = store.schema
      contents.withLock { contents in
        if contents.schema != schema { contents.read(schema) }
      }
      return try body()
    }
  }

  /// The store's models when the declarations were read or changed last.
  var schema: Schema { contents.withLock { $0.schema } }

  /// Notes that the store has made a change that was based on ``schema``, with what declares it.
  func note(_ change: SchemaChange) {
    contents.withLock { $0.schema = change.result(of: $0.schema) }
  }

  /// Reads the declarations again that a migration has brought about, with the saved queries that it
  /// followed.
  func noteMigration(of store: any Store, queries: SavedQueries) {
    let schema = store.schema
    contents.withLock { contents in
      (contents.models.holding, contents.types.holding) = ([], [])
      contents.read(schema)
      contents.queries = queries
    }
  }

  /// The models.
  var models: DeclaredModels {
    get { contents.withLock { $0.models } }
    set { contents.withLock { $0.models = newValue } }
  }

  /// The enums and structs.
  var types: DeclaredTypes {
    get { contents.withLock { $0.types } }
    set { contents.withLock { $0.types = newValue } }
  }

  /// The models and the saved queries of `store` as they are now, both of one moment: those that another
  /// process has changed are read again. As they were last where they cannot be read.
  func current(in store: any Store) -> (schema: Schema, queries: SavedQueries) {
    guard let (schema, texts) = try? Self.kept(by: store) else { return (store.schema, queries) }
    return contents.withLock { contents in
      contents.queries.note(texts, schema: schema)
      return (schema, contents.queries)
    }
  }

  /// What a store keeps. The models are looked at between two looks at the queries that find the same, so
  /// they are those that the queries were saved, or followed, for.
  private static func kept(by store: any Store) throws -> (Schema, [String]) {
    try OptimisticRetry.run {
      let texts = try store.keptQueries()
      let schema = store.schema
      guard try store.keptQueries() == texts else { throw StoreError.outdated }
      return (schema, texts)
    }
  }

  /// The queries with names, as they were read or changed last.
  var queries: SavedQueries {
    get { contents.withLock { $0.queries } }
    set { contents.withLock { $0.queries = newValue } }
  }
}

extension QuerySession {
  /// The saved queries as they are now.
  package var savedQueries: SavedQueries { declarations.current(in: store).queries }

  /// Takes over what a migration has made of the models and the saved queries.
  package func noteMigration(queries: SavedQueries) {
    declarations.noteMigration(of: store, queries: queries)
  }

  /// The models that statements declared.
  var models: DeclaredModels {
    get { declarations.models }
    set { declarations.models = newValue }
  }

  /// The enums and structs that statements declared.
  var types: DeclaredTypes {
    get { declarations.types }
    set { declarations.types = newValue }
  }
}

extension Statement.Kind {
  /// Whether the statement changes models by what it says, so that it can be bound anew.
  var declaresModels: Bool {
    switch self {
    case .enumeration, .structure, .model, .extend, .relate, .version, .migrate: true
    case .saveQuery, .explain, .trace, .watch, .insert, .update, .upsert, .delete, .generate,
      .preview, .transaction, .autosave, .history, .use, .copy, .importFile, .export, .evaluate,
      .count, .fetch:
      false
    }
  }
}

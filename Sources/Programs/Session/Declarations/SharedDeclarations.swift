import Binding
import Foundation
import Model
import Storage
import Synchronization
import Syntax

/// The declarations of all sessions on one container.
final class SharedDeclarations: Sendable {
  private let contents: Mutex<Contents>
  private let lock = NSRecursiveLock()

  private struct Contents {
    var models = DeclaredModels()
    var types = DeclaredTypes()
    var queries: SavedQueries
    /// The schema of these declarations.
    var schema: Schema {
      didSet { isDerived = false }
    }
    /// Whether the complete declarations are those of the schema. Only statements that change
    /// models need them, and for hundreds of models they take time.
    private var isDerived = false

    init(queries: SavedQueries, schema: Schema) {
      (self.queries, self.schema) = (queries, schema)
    }

    /// Derives the declarations from the schema.
    mutating func derive() {
      if isDerived { return }
      isDerived = true
      guard let graph = SchemaText(declaring: schema) else { return }
      types.complete = graph.types
      models.complete = graph.models
      models.bases = [:]
    }

    /// The contents with the declarations of the schema.
    mutating func derived() -> Contents {
      derive()
      return self
    }

    /// Changes the schema; the caller changes the declarations.
    mutating func note(_ change: SchemaChange) {
      derive()
      schema = change.result(of: schema)
      isDerived = true
    }
  }

  /// Starts with the declarations of the store.
  init(of store: any Store) {
    contents = Mutex(Contents(queries: SavedQueries(of: store), schema: store.schema))
  }

  /// Runs `body` while no other session changes models.
  func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    try lock.withLock(body)
  }

  /// Runs `body`, which changes models, after reading changes of other processes. Its change is
  /// based on ``schema`` and recorded by ``note(_:)``.
  func changing<Result>(_ store: any Store, _ body: () throws -> Result) rethrows -> Result {
    try exclusively {
      let schema = store.schema
      contents.withLock { contents in
        if contents.schema != schema { contents.schema = schema }
        contents.derive()
      }
      return try body()
    }
  }

  /// The models as last read or changed.
  var schema: Schema { contents.withLock { $0.schema } }

  /// Records a change that was based on ``schema``.
  func note(_ change: SchemaChange) {
    contents.withLock { $0.note(change) }
  }

  /// Reads the declarations again after a migration, which also changed the saved queries.
  func noteMigration(of store: any Store, queries: SavedQueries) {
    let schema = store.schema
    contents.withLock { contents in
      (contents.models.complete, contents.types.complete) = ([], [])
      contents.schema = schema
      contents.queries = queries
    }
  }

  /// The declarations. Only the waiting ones are up to date.
  var waiting: (models: DeclaredModels, types: DeclaredTypes) {
    contents.withLock { ($0.models, $0.types) }
  }

  /// The models.
  var models: DeclaredModels {
    get { contents.withLock { $0.derived().models } }
    set { contents.withLock { $0.models = newValue } }
  }

  /// The enums and structs.
  var types: DeclaredTypes {
    get { contents.withLock { $0.derived().types } }
    set { contents.withLock { $0.types = newValue } }
  }

  /// The current models and saved queries of `store`, from the same moment; the last known ones if
  /// they cannot be read.
  func current(in store: any Store) -> (schema: Schema, queries: SavedQueries) {
    guard let (schema, texts) = try? Self.stored(by: store) else { return (store.schema, queries) }
    return contents.withLock { contents in
      contents.queries.note(texts, schema: schema)
      return (schema, contents.queries)
    }
  }

  /// The models and queries of a store. Reads the queries before and after the models, to be sure
  /// that both belong together.
  private static func stored(by store: any Store) throws -> (Schema, [String]) {
    try OptimisticRetry.run {
      let texts = try store.storedQueries()
      let schema = store.schema
      guard try store.storedQueries() == texts else { throw StoreError.outdated }
      return (schema, texts)
    }
  }

  /// The saved queries as last read or changed.
  var queries: SavedQueries {
    get { contents.withLock { $0.queries } }
    set { contents.withLock { $0.queries = newValue } }
  }
}

extension QuerySession {
  /// The current saved queries.
  package var savedQueries: SavedQueries { declarations.current(in: store).queries }

  /// Takes over the models and saved queries after a migration.
  package func noteMigration(queries: SavedQueries) {
    declarations.noteMigration(of: store, queries: queries)
  }

  /// The declared models.
  var models: DeclaredModels {
    get { declarations.models }
    set { declarations.models = newValue }
  }

  /// The declared enums and structs.
  var types: DeclaredTypes {
    get { declarations.types }
    set { declarations.types = newValue }
  }
}

extension Statement.Kind {
  /// Whether the statement changes models, and can be bound again.
  var declaresModels: Bool {
    switch self {
    case .enumeration, .structure, .model, .extend, .relate, .version, .migrate: true
    case .expect(let expectation):
      if case .fails(_, let inner) = expectation.condition {
        inner.kind.declaresModels
      } else {
        false
      }
    case .saveQuery, .perform, .explain, .trace, .watch, .insert, .update, .upsert, .delete,
      .generate,
      .preview, .transaction, .autosave, .history, .diff, .restore, .merge, .apply, .use, .copy,
      .importFile,
      .export, .evaluate,
      .count, .fetch:
      false
    }
  }
}

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
    var versions = DeclaredVersions()
    /// The store's schema when it was looked at last.
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
  /// have declared in its file.
  func changing<Result>(_ store: any Store, _ body: () throws -> Result) rethrows -> Result {
    try exclusively {
      contents.withLock { contents in
        let schema = store.schema
        if contents.schema != schema { contents.read(schema) }
      }
      defer { contents.withLock { $0.schema = store.schema } }
      return try body()
    }
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

  /// The versions that were declared.
  var versions: DeclaredVersions {
    get { contents.withLock { $0.versions } }
    set { contents.withLock { $0.versions = newValue } }
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

  /// The queries with names.
  var queries: SavedQueries {
    get { contents.withLock { $0.queries } }
    set { contents.withLock { $0.queries = newValue } }
  }
}

extension QuerySession {
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
  /// Whether the statement may change models.
  var changesModels: Bool {
    switch self {
    case .enumeration, .structure, .model, .extend, .relate, .importFile, .version, .migrate: true
    default: false
    }
  }
}

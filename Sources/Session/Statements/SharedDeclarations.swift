import Foundation
import Synchronization
import Syntax

/// What has been declared by statements, for all sessions on one container.
final class SharedDeclarations: Sendable {
  private let contents = Mutex(Contents())
  private let turn = NSRecursiveLock()

  private struct Contents {
    var models = DeclaredModels()
    var types = DeclaredTypes()
  }

  /// Runs a statement that changes models while no other session does.
  func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    try turn.withLock(body)
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
    case .enumeration, .structure, .model, .extend, .relate, .importFile: true
    default: false
    }
  }
}

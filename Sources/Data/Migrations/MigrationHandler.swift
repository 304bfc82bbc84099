import Context
package import Diagnostics
package import Session
package import Syntax

/// Runs `version` and `migrate`, and previews `migrate`.
package struct MigrationHandler: StatementHandler {
  package init() {}

  package func run(
    _ statement: Statement,
    in source: SourceText,
    for session: QuerySession
  ) throws -> StatementOutcome? {
    switch statement.kind {
    case .version(let declaration): try session.declare(declaration, in: source)
    case .migrate(let statement): try session.migrate(statement)
    default: nil
    }
  }

  package func preview(_ statement: Statement, for session: QuerySession) throws
    -> StatementOutcome?
  {
    guard case .migrate(let statement) = statement.kind else { return nil }
    return try session.preview(statement)
  }

  /// Where the copy of a migrated store is, and how a version that is declared differs from the store's once
  /// that is used as it is.
  package func notes(after statement: Statement, in session: QuerySession) -> [String] {
    session.versionNotes.taken(isAboutVersions: statement.kind.isAboutVersions)
  }
}

/// What a session still has to say about versions.
final class VersionNotes {
  /// How the version that was declared last differs from the store's; nil once said.
  var declared: [String]?
  /// Where the copy is that the last migration left; nil once said.
  var copy: String?

  /// What is to be said now; each is said once.
  func taken(isAboutVersions: Bool) -> [String] {
    if let note = copy {
      copy = nil
      return [note]
    }
    guard let note = declared, !isAboutVersions else { return [] }
    declared = nil
    return note
  }
}

extension QuerySession {
  var versionNotes: VersionNotes { companion { VersionNotes() } }

  /// The versions that were declared.
  var versions: DeclaredVersions { modelContext.container.companion { DeclaredVersions() } }
}

extension Statement.Kind {
  /// Whether it declares a version, or is about reaching one.
  fileprivate var isAboutVersions: Bool {
    switch self {
    case .version, .migrate: true
    case .preview(let inner), .explain(let inner, _): inner.kind.isAboutVersions
    default: false
    }
  }
}

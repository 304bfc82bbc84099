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

  /// Notes about the backup of a migrated store, and about differences between a declared version
  /// and the store.
  package func notes(after statement: Statement, in session: QuerySession) -> [String] {
    session.versionNotes.taken(isAboutVersions: statement.kind.isAboutVersions)
  }
}

/// The notes about versions that are still to be shown.
final class VersionNotes {
  /// How the last declared version differs from the store; nil once shown.
  var declared: [String]?
  /// The path of the backup of the last migration; nil once shown.
  var copy: String?

  /// The notes to show now; each is shown once.
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

  var versions: DeclaredVersions { modelContext.container.companion { DeclaredVersions() } }
}

extension Statement.Kind {
  /// Whether the statement declares or migrates to a version.
  fileprivate var isAboutVersions: Bool {
    switch self {
    case .version, .migrate: true
    case .preview(let inner), .explain(let inner, _): inner.kind.isAboutVersions
    default: false
    }
  }
}

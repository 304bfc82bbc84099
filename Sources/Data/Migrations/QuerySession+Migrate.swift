import Binding
import Context
import Diagnostics
import Execution
import Expressions
import MemoryStore
import Model
import Rendering
import Session
import Storage
import Syntax

/// `migrate 2`, `preview migrate 2`
extension QuerySession {
  /// Brings the store to a version. Throws ``Storage/StoreError/outdated`` if another process has brought it to one
  /// meanwhile: then the session runs the statement again, as every one that changes models.
  func migrate(_ statement: MigrateStatement) throws -> StatementOutcome {
    let (path, former): ([DeclaredVersion], SchemaVersion?)
    switch try way(statement) {
    case .done(let message): return .message(message)
    case .versions(let versions, let present): (path, former) = (versions, present)
    }
    try requireNothingPending(at: statement.number.span)
    let isEmpty = schema.entities.isEmpty
    let run = newRun(path, statement, isTrial: false)
    let copy: String?
    do {
      copy = try store.migrating().migrate(from: former, to: isEmpty ? nil : statement.number.value)
      {
        try run.next($0, $1, $2)
      }
    } catch {
      throw MigrationWording.failure(error, of: run, statement)
    }
    noteMigration(queries: run.savedQueries)
    modelContext.container.noteRenames(run.allRenames)
    modelContext.forgetUndo(because: .migrated(copy: copy))
    versionNotes.declared = nil
    versionNotes.copy = copy.map { "the store as it was is in \($0)" }
    return .message(MigrationWording.message(run, isEmpty: isEmpty))
  }

  /// What bringing the store to a version would do; nothing is changed.
  func preview(_ statement: MigrateStatement) throws -> StatementOutcome {
    try OptimisticRetry.run(cancellation: cancellation) { try previewOnce(statement) }
  }

  private func previewOnce(_ statement: MigrateStatement) throws -> StatementOutcome {
    let (path, former): ([DeclaredVersion], SchemaVersion?)
    switch try way(statement) {
    case .done(let message): return .message(message)
    case .versions(let versions, let present): (path, former) = (versions, present)
    }
    try requireNothingPending(at: statement.number.span)
    let run = newRun(path, statement, isTrial: true)
    // A file that is not there yet is not made for a question.
    let tried: any Store = store.absentPath == nil ? store : InMemoryStore()
    do {
      do {
        _ = try tried.migrating().migrate(from: former, to: nil) { try run.next($0, $1, $2) }
      } catch let error as StoreFileError where error.fault == .readOnly {
        try run.planFirstStage(schema, store.snapshot())
      }
    } catch let StoreError.schemaConflict(entity, conflicts) {
      run.note([(entity, conflicts)])
    } catch let conflicts as MigrationConflicts {
      run.note(conflicts.all)
    } catch {
      throw MigrationWording.failure(error, of: run, statement)
    }
    return .report(MigrationReport(run, from: try store.modelVersion()?.number).report)
  }

  private func newRun(
    _ path: [DeclaredVersion],
    _ statement: MigrateStatement,
    isTrial: Bool
  ) -> MigrationRun {
    MigrationRun(
      path,
      options: versionOptions,
      queries: savedQueries,
      allowsLoss: statement.allowsLoss != nil,
      isTrial: isTrial,
      cancellation: cancellation
    ) { [self] in try executor(over: $0) }
  }

  /// The way from the store's version to another one.
  private enum Way {
    /// The store is there already.
    case done(String)
    /// Through these versions, from the one that it has.
    case versions([DeclaredVersion], from: SchemaVersion?)
  }

  private func way(_ statement: MigrateStatement) throws -> Way {
    let (target, span) = statement.number
    let present = try store.modelVersion()
    if let present, present.number == target {
      let changed = schema.checksum == present.checksum ? "" : "; its models were changed since"
      return .done("the store has version \(target) already\(changed)")
    }
    if let present, present.number > target {
      throw DiagnosticList([
        Diagnostic(
          "the store has version \(present.number), and there is no way back to \(target)",
          at: span,
          help: ["each migration leaves a copy of the file as it was beside it"]
        )
      ])
    }
    guard let last = versions[target] else {
      let numbers = versions.numbers.map(String.init).joined(separator: ", ")
      throw DiagnosticList([
        Diagnostic(
          "version \(target) is not declared",
          at: span,
          help: [
            numbers.isEmpty
              ? "`version \(target) { … }` says what its models are" : "declared: \(numbers)"
          ]
        )
      ])
    }
    // Where there are no records there is nothing to go step by step for.
    if schema.entities.isEmpty { return .versions([last], from: present) }
    return .versions(
      versions.path(from: present?.number ?? 0, to: target),
      from: present
    )
  }
}

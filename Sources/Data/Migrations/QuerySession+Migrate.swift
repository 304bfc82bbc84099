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
  /// Migrates the store.
  ///
  /// Throws ``Storage/StoreError/outdated`` if another process has migrated it meanwhile; the
  /// session then runs the statement again.
  func migrate(_ statement: MigrateStatement) throws -> StatementOutcome {
    let (path, previous): ([DeclaredVersion], SchemaVersion?)
    switch try migrationPath(for: statement) {
    case .done(let message): return .message(message)
    case .versions(let versions, let present): (path, previous) = (versions, present)
    }
    try requireNothingPending(at: statement.number.span)
    let isEmpty = schema.entities.isEmpty
    let run = newRun(path, statement, isTrial: false)
    let copy: String?
    do {
      copy = try store.migrating().migrate(
        from: previous,
        to: isEmpty ? nil : try statement.number.value.number(at: statement.number.span)
      ) {
        try run.next($0, $1, $2)
      }
    } catch {
      throw MigrationWording.failure(error, of: run, statement)
    }
    noteMigration(queries: run.savedQueries)
    modelContext.container.noteRenames(run.allRenames)
    modelContext.container.noteRenames(run.propertyRenames, breaksHistory: run.changesRecords)
    modelContext.forgetUndo(because: .migrated(copy: copy))
    versionNotes.declared = nil
    versionNotes.copy = copy.map { "a copy of the previous store is in \($0)" }
    return .message(MigrationWording.message(run, isEmpty: isEmpty))
  }

  /// Reports what a migration would do, without changing anything.
  func preview(_ statement: MigrateStatement) throws -> StatementOutcome {
    try OptimisticRetry.run(cancellation: cancellation) { try previewOnce(statement) }
  }

  private func previewOnce(_ statement: MigrateStatement) throws -> StatementOutcome {
    let (path, previous): ([DeclaredVersion], SchemaVersion?)
    switch try migrationPath(for: statement) {
    case .done(let message): return .message(message)
    case .versions(let versions, let present): (path, previous) = (versions, present)
    }
    try requireNothingPending(at: statement.number.span)
    let run = newRun(path, statement, isTrial: true)
    // A preview does not create a missing file.
    let tried: any Store = store.missingFilePath == nil ? store : InMemoryStore()
    do {
      do {
        _ = try tried.migrating().migrate(from: previous, to: nil) { try run.next($0, $1, $2) }
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
      cancellation: cancellation,
      deletion: { [self] request, snapshot, schema in
        try modelContext.changes(
          deleting: request,
          from: snapshot,
          schema,
          settings.evaluationContext()
        )
      },
      executor: { [self] in try executor(over: $0) }
    )
  }

  /// How to reach a version.
  private enum MigrationPath {
    /// The store already has it.
    case done(String)
    /// Through these versions, from the current one.
    case versions([DeclaredVersion], from: SchemaVersion?)
  }

  private func migrationPath(for statement: MigrateStatement) throws -> MigrationPath {
    let span = statement.number.span
    let target = try statement.number.value.number(at: span)
    let present = try store.modelVersion()
    if let present, present.number == target {
      let changed = schema.checksum == present.checksum ? "" : "; its models have changed since"
      return .done("the store already has version \(target)\(changed)")
    }
    if let present, present.number > target {
      throw DiagnosticList([
        Diagnostic(
          "the store has version \(present.number) and cannot go back to \(target)",
          at: span,
          help: ["each migration saves a copy of the file next to it"]
        )
      ])
    }
    guard let last = versions[target] else {
      let numbers = versions.numbers.map(\.description).joined(separator: ", ")
      throw DiagnosticList([
        Diagnostic(
          "version \(target) is not declared",
          at: span,
          help: [
            numbers.isEmpty
              ? "declare it with `version \(target) { … }`" : "declared: \(numbers)"
          ]
        )
      ])
    }
    // Without records, intermediate versions are not needed.
    if schema.entities.isEmpty { return .versions([last], from: present) }
    return .versions(
      versions.path(from: present?.number ?? 0, to: target),
      from: present
    )
  }
}

import Binding
import Diagnostics
import Execution
import Model
import Rendering
import Storage
import Syntax

/// Messages about completed and refused migrations.
enum MigrationWording {
  /// `migrated to version 2: 12 Budget, 62 Expense`
  static func message(_ run: MigrationRun, isEmpty: Bool) -> String {
    let numbers = run.stages.map(\.number.description)
    let through =
      numbers.count > 1 ? " through \(numbers.dropLast().joined(separator: ", "))" : ""
    let names = run.stages.last?.schema.entities.map(\.name) ?? []
    guard !isEmpty else { return "version \(run.target): model \(names.joined(separator: ", "))" }
    let counts = (run.stages.last?.counts ?? []).filter { names.contains($0.entity) }
      .map { "\(groupedDigits($0.count)) \($0.entity)" }
    let losses = run.stages.flatMap(\.losses).map(\.sentence)
    // Queries are reported once, under their final names.
    var unreported = Set((run.stages.last?.queries ?? []).map(\.query.fullName))
    let queries = run.stages.flatMap(\.queries).filter(\.isChanged).map(\.query.fullName)
      .filter { unreported.remove($0) != nil }.map { "`\($0)`" }
    return
      (["migrated to version \(run.target)\(through): \(counts.joined(separator: ", "))"]
      + losses.map { "allowed: \($0)" }
      + (queries.isEmpty ? [] : ["renamed in saved queries: \(queries.joined(separator: ", "))"]))
      .joined(separator: "\n")
  }

  /// The error to report if a migration failed.
  static func failure(
    _ error: any Error,
    of run: MigrationRun,
    _ statement: MigrateStatement
  ) -> any Error {
    switch error {
    case is MigrationRefusal: return refusal(run, statement)
    case StoreError.schemaConflict(let entity, let conflicts) where !run.stages.isEmpty:
      run.note([(entity, conflicts)])
      return refusal(run, statement)
    case let conflicts as MigrationConflicts:
      run.note(conflicts.all)
      return refusal(run, statement)
    case let moved as MovedRecords: return refusal(moved, statement)
    case let list as DiagnosticList:
      // The steps are in the source of the version, not in that of this statement.
      return DiagnosticList(
        list.all.map {
          Diagnostic("version: \($0.message)", at: statement.number.span, help: $0.help)
        }
      )
    default: return error
    }
  }

  private static func refusal(
    _ moved: MovedRecords,
    _ statement: MigrateStatement
  ) -> DiagnosticList {
    let models = moved.models.map { name, count, reason in
      "\(name) has \(counted(count, "record")) and \(text(reason))"
    }
    return DiagnosticList([
      Diagnostic(
        "cannot migrate to version \(moved.version) because records cannot change their model: "
          + models.joined(separator: "; "),
        at: statement.number.span,
        help: ["export these records and delete them before `migrate`; import them afterwards"]
      )
    ])
  }

  private static func text(_ reason: MovedRecords.Reason) -> String {
    switch reason {
    case .removed: "is removed"
    case .leaves(let model): "is no longer a submodel of `\(model)`"
    case .joins(let model): "is now a submodel of `\(model)`"
    }
  }

  /// How many findings an error lists.
  private static let maxReported = 20

  private static func refusal(_ run: MigrationRun, _ statement: MigrateStatement) -> DiagnosticList
  {
    guard let stage = run.stages.last else { return DiagnosticList([]) }
    let isLoss = stage.problems.isEmpty
    let remarks = isLoss ? stage.losses.map(\.sentence) : stage.problems.map(\.sentence)
    let reported = remarks.prefix(maxReported)
    let rest = remarks.count - reported.count
    let start =
      isLoss
      ? "version \(stage.number) would lose data" : "cannot migrate to version \(stage.number)"
    var help = stage.problems.compactMap(\.help).prefix(3).map { $0 }
    if isLoss {
      help.append(
        "keep the data with a `set` step, or discard it with "
          + "`migrate \(statement.number.value.text) allow loss`"
      )
    }
    help.append(
      "`preview migrate \(statement.number.value.text)` shows all details; nothing was changed"
    )
    return DiagnosticList([
      Diagnostic(
        start + ": " + reported.joined(separator: "; ")
          + (rest > 0 ? "; and \(groupedDigits(rest)) more" : ""),
        at: statement.number.span,
        help: help
      )
    ])
  }
}

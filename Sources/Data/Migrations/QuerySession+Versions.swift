import Binding
import Context
import Diagnostics
import Expressions
import Model
import Session
import Storage
import Syntax

/// Declaring versions of the models.
extension QuerySession {
  /// Declares the models of a version, without changing the store.
  func declare(_ version: VersionDeclaration, in source: SourceText) throws -> StatementOutcome {
    let number = try version.number.value.number(at: version.number.span)
    guard number > 0 else {
      throw DiagnosticList([Diagnostic("version numbers start at 1", at: version.number.span)])
    }
    let bound = try binder.bindVersion(version)
    let schema = bound.schema
    let declared = DeclaredVersion(
      number: number,
      declaration: version,
      source: source,
      schema: schema,
      oldModels: bound.oldModels,
      oldCases: bound.oldCases
    )
    try checkSteps(of: declared)
    let present = try store.modelVersion()
    if let present, present.number == number, present.checksum != schema.checksum {
      throw differs(declared, present)
    }
    versions.declare(declared)
    noteVersion(number, schema, steps: version.steps)
    let (message, note) = comparison(declared, present)
    versionNotes.declared = note
    return .message(message)
  }

  /// Checks the steps against the previous models: those of the previous declared version, or those
  /// of the store if its version is older.
  private func checkSteps(of version: DeclaredVersion) throws {
    let present = try store.modelVersion()?.number ?? 0
    let before = versions.last(before: version.number)
    guard let old = before?.schema ?? (present < version.number ? schema : nil),
      !old.entities.isEmpty
    else { return }
    _ = try MigrationSteps(version, from: old, options: versionOptions)
  }

  /// The options for binding a version: without parameters and pending models.
  var versionOptions: BindingOptions {
    var options = settings.bindingOptions
    options.savedQueries = savedQueries.all
    return options
  }

  /// The error that the store has another version with this number.
  private func differs(_ version: DeclaredVersion, _ present: SchemaVersion) -> DiagnosticList {
    let lines = differences(from: schema, to: version.schema)
    // If `extend` has changed the store's models since, the original ones are unknown.
    let isChanged = schema.checksum != present.checksum
    return DiagnosticList([
      Diagnostic(
        "the store has a different version \(present.number)"
          + (isChanged ? ", which has changed since" : ""),
        at: version.declaration.number.span,
        help: lines + [
          "declare your changes as version "
            + present.number.next.map(\.description).joined(separator: " or ")
        ]
      )
    ])
  }

  /// Compares a version with the store: a message, and a note for statements that use the store
  /// unmigrated.
  private func comparison(
    _ version: DeclaredVersion,
    _ present: SchemaVersion?
  ) -> (message: String, note: [String]?) {
    let (number, title) = (version.number, "version \(version.number)")
    let differences = differences(from: schema, to: version.schema)
    if let present, present.number == number {
      if differences.isEmpty { return ("\(title), the store's current version", nil) }
      let start = "\(title), the store's current version; its models have changed since"
      return (([start] + differences).joined(separator: "\n"), [start] + differences)
    }
    if let present, present.number > number {
      let start = "the store already has version \(present.number)"
      let newest = versions.numbers.last ?? number
      return ("\(title); \(start)", newest < present.number ? [start] + differences : nil)
    }
    if schema.entities.isEmpty {
      return (
        "\(title); the store has no models yet: `migrate \(number)` creates them",
        ["the store has no models yet: `migrate \(number)` creates those of version \(number)"]
      )
    }
    let state = present.map { "the store has version \($0.number)" } ?? "the store has no version"
    let hint = "`preview migrate \(number)` shows the effects"
    return (
      "\(title); \(state): \(hint)", ["\(state), and \(title) is newer: \(hint)"] + differences
    )
  }
}

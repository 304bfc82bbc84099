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
  /// Notes what the models of a version are; the store stays as it is.
  func declare(_ version: VersionDeclaration, in source: SourceText) throws -> StatementOutcome {
    let number = version.number.value
    guard number > 0 else {
      throw DiagnosticList([Diagnostic("versions begin with 1", at: version.number.span)])
    }
    let bound = try binder.bindVersion(version)
    let schema = bound.schema
    let declared = DeclaredVersion(
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
    let (message, note) = news(declared, present)
    versionNotes.declared = note
    return .message(message)
  }

  /// Checks what the steps say against the models that come before: those of the version before, else those
  /// of the store where that is older.
  private func checkSteps(of version: DeclaredVersion) throws {
    let present = try store.modelVersion()?.number ?? 0
    let before = versions.last(before: version.number)
    guard let old = before?.schema ?? (present < version.number ? schema : nil),
      !old.entities.isEmpty
    else { return }
    _ = try MigrationSteps(version, from: old, options: versionOptions)
  }

  /// What a version is bound with: no parameters, and nothing that waits.
  var versionOptions: BindingOptions {
    var options = settings.bindingOptions
    options.savedQueries = savedQueries.all
    return options
  }

  /// The error that the store's version of that number is another one.
  private func differs(_ version: DeclaredVersion, _ present: SchemaVersion) -> DiagnosticList {
    let lines = differences(from: schema, to: version.schema)
    // The store's models may have been changed since by `extend`; then nobody knows what they were.
    let isChanged = schema.checksum != present.checksum
    return DiagnosticList([
      Diagnostic(
        "the store's version \(present.number) is another one"
          + (isChanged ? ", and was changed since" : ""),
        at: version.declaration.number.span,
        help: lines + ["declare what is to be changed as version \(present.number + 1)"]
      )
    ])
  }

  /// What the version is to the store, and what is said of it where the store is used as it is.
  private func news(
    _ version: DeclaredVersion,
    _ present: SchemaVersion?
  ) -> (message: String, note: [String]?) {
    let (number, title) = (version.number, "version \(version.number)")
    let differences = differences(from: schema, to: version.schema)
    if let present, present.number == number {
      if differences.isEmpty { return ("\(title), which the store has", nil) }
      let start = "\(title), which the store has; its models were changed since"
      return (([start] + differences).joined(separator: "\n"), [start] + differences)
    }
    if let present, present.number > number {
      let start = "the store has version \(present.number) already"
      let newest = versions.numbers.last ?? number
      return ("\(title); \(start)", newest < present.number ? [start] + differences : nil)
    }
    if schema.entities.isEmpty {
      return (
        "\(title); the store has no models yet: `migrate \(number)` makes them",
        ["the store has no models yet: `migrate \(number)` makes those of version \(number)"]
      )
    }
    let state = present.map { "the store has version \($0.number)" } ?? "the store has no version"
    let hint = "`preview migrate \(number)` tells what would become of it"
    return (
      "\(title); \(state): \(hint)", ["\(state), and \(title) is newer: \(hint)"] + differences
    )
  }
}

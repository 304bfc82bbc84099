import Binding
import Diagnostics
import Model
import Rendering
import Session
import Storage
import SwiftSource
import Syntax

/// `explain` for versions and migrations.
extension QuerySession {
  /// The Swift of a version, and of the migration from the version before it.
  func explained(_ version: VersionDeclaration) throws -> [Report.Section] {
    let number = try Self.number(version.number)
    let declared = VersionedModels.Version(
      number: number,
      schema: try binder.bindVersion(version).schema,
      steps: version.steps
    )
    let before = try knownVersions().last { $0.number < number }
    return [explained([before].compactMap { $0 } + [declared])]
  }

  /// The Swift of all versions up to the target of a migration, and of their plan.
  func explained(_ migration: MigrateStatement) throws -> [Report.Section] {
    let number = try Self.number(migration.number)
    let versions = try knownVersions().filter { $0.number <= number }
    guard versions.last?.number == number else {
      throw DiagnosticList([
        Diagnostic(
          "version \(number) is not declared",
          at: migration.number.span,
          help: ["declare it with `version \(number) { … }`"]
        )
      ])
    }
    return [explained(versions)]
  }

  private func explained(_ versions: [VersionedModels.Version]) -> Report.Section {
    let printer = SwiftVersionPrinter(timeZone: settings.timeZone)
    let bodies = versions.flatMap { printer.lines(of: $0.number, $0.schema) + [""] }
    let plan = printer.plan(versions.map { ($0.number, $0.schema, $0.steps) })
    let container = versions.last.map { printer.container(for: $0.schema) }
    var blocks: [ReportBlock] = [.source(bodies + plan + [""] + [container].compactMap { $0 })]
    if versions.contains(where: { !$0.steps.isEmpty }) {
      blocks.append(.gap)
      blocks.append(.remark("write the steps in `willMigrate` and `didMigrate`"))
    }
    return Report.Section("Swift", blocks)
  }

  /// The declared versions, and the models of the store if no version declares them.
  private func knownVersions() throws -> [VersionedModels.Version] {
    let declared = declaredVersions
    let present = try store.modelVersion()?.number ?? VersionNumber(1)
    guard !schema.entities.isEmpty, !declared.contains(where: { $0.number == present }) else {
      return declared
    }
    let own = VersionedModels.Version(number: present, schema: schema, steps: [])
    return (declared + [own]).sorted { $0.number < $1.number }
  }

  private static func number(
    _ written: (value: VersionParts, span: SourceSpan)
  ) throws -> VersionNumber {
    let parts = written.value
    guard let number = VersionNumber(exactly: parts.major, parts.minor, parts.patch) else {
      throw DiagnosticList([Diagnostic("the version number is too great", at: written.span)])
    }
    return number
  }
}

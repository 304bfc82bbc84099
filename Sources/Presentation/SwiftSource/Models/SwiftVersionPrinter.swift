public import Foundation
public import Model

/// Writes versions of models for SwiftData: a `VersionedSchema` each, and a `SchemaMigrationPlan`.
public struct SwiftVersionPrinter {
  private let timeZone: TimeZone

  /// Creates a printer; dates in comments are in `timeZone`.
  public init(timeZone: TimeZone = .gmt) {
    self.timeZone = timeZone
  }

  /// The lines of a version with its models.
  public func lines(of number: VersionNumber, _ schema: Schema) -> [String] {
    let printer = SwiftModelPrinter(schema: schema, timeZone: timeZone)
    let models = schema.entities.map { "\(SwiftName.quoted($0.name)).self" }
    let parts = "\(number.major), \(number.minor), \(number.patch)"
    let head = [
      "static let versionIdentifier = Schema.Version(\(parts))",
      "static var models: [any PersistentModel.Type] { [\(models.joined(separator: ", "))] }",
    ]
    let bodies = Self.names(of: schema).map { [""] + printer.lines(of: $0) }
    return ["enum \(Self.name(of: number)): VersionedSchema {"]
      + SwiftLayout.indented(head + bodies.joined()) + ["}"]
  }

  /// The lines of the plan, with the steps of each version as comments, and of names for the latest
  /// models.
  public func plan(
    _ versions: [(number: VersionNumber, schema: Schema, steps: [String])]
  ) -> [String] {
    let names = versions.map { Self.name(of: $0.number) }
    var stages: [String] = []
    for (place, version) in versions.enumerated().dropFirst() {
      stages += version.steps.map { SwiftComment.line($0) }
      let ends = "fromVersion: \(names[place - 1]).self, toVersion: \(names[place]).self"
      stages.append(
        version.steps.isEmpty
          ? ".lightweight(\(ends)),"
          : ".custom(\(ends), willMigrate: nil, didMigrate: nil),"
      )
    }
    let schemas = names.map { "\($0).self" }.joined(separator: ", ")
    let list =
      stages.isEmpty
      ? ["static var stages: [MigrationStage] { [] }"]
      : ["static var stages: [MigrationStage] {", "  ["] + stages.map { "    " + $0 } + [
        "  ]", "}",
      ]
    let plan =
      ["enum MigrationPlan: SchemaMigrationPlan {"]
      + SwiftLayout.indented(
        ["static var schemas: [any VersionedSchema.Type] { [\(schemas)] }"] + list
      ) + ["}"]
    let latest = (versions.last.map { Self.names(of: $0.schema) } ?? []).map { name in
      "typealias \(SwiftName.quoted(name)) = \(names[names.count - 1]).\(SwiftName.quoted(name))"
    }
    return plan + [""] + latest
  }

  /// The line that opens a store with the plan.
  public func container(for schema: Schema) -> String {
    let models = schema.entities.map { "\(SwiftName.quoted($0.name)).self" }
    return "let container = try ModelContainer(for: \(models.joined(separator: ", ")), "
      + "migrationPlan: MigrationPlan.self)"
  }

  private static func names(of schema: Schema) -> [String] {
    schema.types.map(\.name) + schema.entities.map(\.name)
  }

  /// `SchemaV2`, `SchemaV1_2_0`
  private static func name(of number: VersionNumber) -> String {
    "SchemaV" + number.description.replacing(".", with: "_")
  }
}

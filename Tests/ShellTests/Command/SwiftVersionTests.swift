import TestSupport
import Testing

/// `.schema --swift` prints declared versions as a migration plan.
@Suite struct SwiftVersionTests {
  @Test func versionsBecomeAPlan() throws {
    let result = try BuiltCommand.run(
      "-c",
      "version 1.0.0 { model Budget { name: String, limit: Double } }",
      "-c",
      "version 1.2.0 { model Budget { name: String, limit: Double, note: String? } }",
      "-c",
      """
      version 2 {
        model Budget { name: String unique, limit: Double, note: String }
        delete Budget where name == ""
        set Budget.note = note ?? "none"
      }
      """,
      "-c",
      ".schema --swift"
    )
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n").map(String.init)
    let expected = [
      "enum SchemaV1: VersionedSchema {",
      "  static let versionIdentifier = Schema.Version(1, 0, 0)",
      "  static var models: [any PersistentModel.Type] { [Budget.self] }",
      "enum SchemaV1_2_0: VersionedSchema {",
      "  static let versionIdentifier = Schema.Version(1, 2, 0)",
      "enum SchemaV2: VersionedSchema {",
      "enum MigrationPlan: SchemaMigrationPlan {",
      "  static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV1_2_0.self, SchemaV2.self] }",
      "      .lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV1_2_0.self),",
      "      // delete Budget where name == \"\"",
      "      // set Budget.note = note ?? \"none\"",
      "      .custom(fromVersion: SchemaV1_2_0.self, toVersion: SchemaV2.self, willMigrate: nil, didMigrate: nil),",
      "typealias Budget = SchemaV2.Budget",
    ]
    var rest = lines[...]
    for line in expected {
      let place = rest.firstIndex(of: line)
      #expect(place != nil, "\(line)")
      rest = rest[((place ?? rest.startIndex - 1) + 1)...]
    }
    #expect(lines.count { $0.hasSuffix("final class Budget {") } == 3)
  }
}

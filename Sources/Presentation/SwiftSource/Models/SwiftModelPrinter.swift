import Expressions
public import Foundation
public import Model

/// Writes models, enums and structs as SwiftData source: `@Model` classes and `Codable` types.
///
/// What SwiftData cannot express, such as rules, becomes a comment.
public struct SwiftModelPrinter {
  private let schema: Schema
  private let writer: SwiftClassWriter

  /// Creates a printer for `schema`; dates in comments are in `timeZone`.
  public init(schema: Schema, timeZone: TimeZone = .gmt) {
    self.schema = schema
    writer = SwiftClassWriter(
      schema: schema,
      properties: SwiftComputedProperties(schema: schema, timeZone: timeZone),
      defaults: SwiftDefaults(timeZone: timeZone)
    )
  }

  /// The first lines of a file with these declarations.
  public static let imports = ["import Foundation", "import SwiftData"]

  /// The lines of a declaration; empty if there is no such name.
  public func lines(of name: String) -> [String] {
    if let type = schema.type(name) { return SwiftTypeSource.lines(of: type) }
    return schema.entity(name).map(writer.lines) ?? []
  }
}

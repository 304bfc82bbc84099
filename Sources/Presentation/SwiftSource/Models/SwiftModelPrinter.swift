import Expressions
public import Foundation
public import Model

/// Writes models, enums and structs as SwiftData source: `@Model` classes and `Codable` types.
///
/// What SwiftData cannot say, as rules and the order of a to-many relationship, becomes a comment.
public struct SwiftModelPrinter {
  private let schema: Schema
  private let writer: SwiftClassWriter

  /// Makes a printer for what `schema` declares; dates in comments are written as the clocks of
  /// `timeZone` show them.
  public init(schema: Schema, timeZone: TimeZone = .gmt) {
    self.schema = schema
    writer = SwiftClassWriter(
      schema: schema,
      properties: SwiftComputedProperties(schema: schema, timeZone: timeZone),
      defaults: SwiftDefaults(timeZone: timeZone)
    )
  }

  /// What a file of these declarations begins with.
  public static let imports = ["import Foundation", "import SwiftData"]

  /// The declaration of a type or an entity, line by line; none where there is no such name.
  public func lines(of name: String) -> [String] {
    if let type = schema.type(name) { return SwiftTypeSource.lines(of: type) }
    return schema.entity(name).map(writer.lines) ?? []
  }
}

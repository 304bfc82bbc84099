import Expressions
import Foundation
import Model

/// A computed attribute as the body of a Swift property.
struct SwiftProperty {
  /// Constants before the value.
  let declarations: [String]
  let value: SwiftExpression
}

/// Writes computed attributes as Swift properties, which refer to each other by name.
final class SwiftComputedProperties {
  private let schema: Schema
  private let timeZone: TimeZone
  private var known: [Key: SwiftProperty?] = [:]

  private struct Key: Hashable {
    let entity: String
    let name: String
  }

  init(schema: Schema, timeZone: TimeZone) {
    self.schema = schema
    self.timeZone = timeZone
  }

  /// The property for `attribute` of `entity`; nil if it is not translated.
  func property(_ attribute: ComputedAttribute, of entity: String) -> SwiftProperty? {
    let key = Key(entity: entity, name: attribute.name)
    if let property = known[key] { return property }
    let property = try? write(attribute, entity)
    known[key] = .some(property)
    return property
  }

  private func write(
    _ attribute: ComputedAttribute,
    _ entity: String
  ) throws(Inexpressible) -> SwiftProperty {
    // The variables of closures must not hide members.
    let names = SwiftNames()
    names.reserve(schema.entity(entity)?.properties.map(\.name) ?? [])
    let constants = SwiftConstants(names: names, timeZone: timeZone)
    let writer = SwiftExpressionWriter(
      schema: schema,
      constants: constants,
      names: names,
      kinds: ComputedNames(schema: schema, expressions: [attribute.expression], areOfModels: true),
      variables: [SwiftVariable(name: "self", entity: entity)],
      properties: self
    )
    let value = try writer.property(attribute, of: entity)
    return SwiftProperty(declarations: constants.declarations, value: value)
  }
}

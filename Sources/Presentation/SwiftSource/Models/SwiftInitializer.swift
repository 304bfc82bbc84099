import Expressions
import Model

/// The initializer of a class, with a parameter for each stored member, inherited ones first.
struct SwiftInitializer {
  let schema: Schema
  let defaults: SwiftDefaults

  func lines(of entity: Entity) -> [String] {
    let own = parameters(entity.ownProperties)
    let inherited = parameters(Array(entity.properties.dropLast(entity.ownProperties.count)))
    let all = inherited + own
    let start = "\(entity.parent != nil && own.isEmpty ? "override " : "")init("
    let texts = all.map(\.text)
    let line = start + texts.joined(separator: ", ") + ") {"
    let isShort = line.count + 2 <= SwiftLayout.width
    let head = isShort ? [line] : [start] + SwiftLayout.list(texts) + [") {"]
    return head + SwiftLayout.indented(body(entity, own, inherited)) + ["}"]
  }

  private func body(
    _ entity: Entity,
    _ own: [Parameter],
    _ inherited: [Parameter]
  ) -> [String] {
    let assignments = own.map { "self.\($0.name) = \($0.name)" }
    guard entity.parent != nil else { return assignments }
    let arguments = inherited.map { "\($0.name): \($0.name)" }
    let line = "super.init(\(arguments.joined(separator: ", ")))"
    if line.count + 4 <= SwiftLayout.width { return assignments + [line] }
    return assignments + ["super.init("] + SwiftLayout.list(arguments) + [")"]
  }

  // MARK: Parameters

  private struct Parameter {
    let name: String
    /// `limit: Double = 0.0`
    let text: String
  }

  private func parameters(_ properties: [Property]) -> [Parameter] {
    let attributes = properties.compactMap(\.storedAttribute)
    let nested = SwiftNestedTypes(attributes.map { ($0.name, $0.type) })
    return properties.compactMap { property in
      switch property {
      case .attribute(let attribute): parameter(attribute, nested)
      case .relationship(let relationship) where !relationship.isAnonymous:
        parameter(relationship)
      case .relationship, .computed: nil
      }
    }
  }

  private func parameter(_ attribute: Attribute, _ nested: SwiftNestedTypes) -> Parameter {
    let name = SwiftName.quoted(attribute.name)
    let type = nested.text(of: attribute)
    if attribute.isOptional {
      let value = defaults.shortText(of: attribute) ?? "nil"
      return Parameter(name: name, text: "\(name): \(type)? = \(value)")
    }
    let value = defaults.shortText(of: attribute).map { " = \($0)" } ?? ""
    return Parameter(name: name, text: "\(name): \(type)\(value)")
  }

  private func parameter(_ relationship: Relationship) -> Parameter {
    let name = SwiftName.quoted(relationship.name)
    let destination = SwiftName.quoted(relationship.destination)
    let type =
      relationship.isToMany
      ? "[\(destination)] = []" : destination + (relationship.isOptional ? "? = nil" : "")
    return Parameter(name: name, text: "\(name): \(type)")
  }
}

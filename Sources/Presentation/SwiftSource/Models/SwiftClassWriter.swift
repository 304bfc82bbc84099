import Expressions
import Model

/// Writes an entity as an `@Model` class.
struct SwiftClassWriter {
  let schema: Schema
  let properties: SwiftComputedProperties
  let defaults: SwiftDefaults
  /// The entities that require a SwiftData version with inheritance.
  let limited: Set<String>
  /// The entities with submodels.
  private let parents: Set<String>

  init(schema: Schema, properties: SwiftComputedProperties, defaults: SwiftDefaults) {
    self.schema = schema
    self.properties = properties
    self.defaults = defaults
    limited = schema.modelsOfNewSystems
    parents = Set(schema.entities.compactMap(\.parent))
  }

  func lines(of entity: Entity) -> [String] {
    let attributes = entity.ownProperties.compactMap(\.storedAttribute)
    let nested = SwiftNestedTypes(attributes.map { ($0.name, $0.type) })
    let sections = [
      directives(entity),
      entity.ownProperties.filter { !$0.isAnonymous }.flatMap { member($0, entity, nested) },
      SwiftInitializer(schema: schema, defaults: defaults).lines(of: entity),
      remarks(entity),
    ]
    let body = (sections + nested.declarations).filter { !$0.isEmpty }.joined(separator: [""])
    return SwiftComment.documentation(entity.documentation) + head(entity)
      + SwiftLayout.indented(Array(body)) + ["}"]
  }

  private func head(_ entity: Entity) -> [String] {
    let isFinal = entity.parent == nil && !parents.contains(entity.name)
    let parent = entity.parent.map { ": " + SwiftName.quoted($0) } ?? ""
    let line = "@Model \(isFinal ? "final " : "")class \(SwiftName.quoted(entity.name))\(parent) {"
    return (limited.contains(entity.name) ? ["@available(macOS 26, iOS 26, *)"] : []) + [line]
  }

  /// `#Unique<Budget>([\.owner, \.name])`
  private func directives(_ entity: Entity) -> [String] {
    let constraints = entity.ownConstraints
    return [("Unique", constraints.uniqueKeys), ("Index", constraints.indexes)].compactMap {
      macro,
      lists in
      if lists.isEmpty { return nil }
      let paths = lists.map { names in
        "[\(names.map { "\\." + SwiftName.quoted($0) }.joined(separator: ", "))]"
      }
      return "#\(macro)<\(SwiftName.quoted(entity.name))>(\(paths.joined(separator: ", ")))"
    }
  }

  /// Comments for what SwiftData cannot express: rules, and the display attribute.
  private func remarks(_ entity: Entity) -> [String] {
    let rules = entity.ownConstraints.checks.map { rule in
      "check \(rule.text)" + (rule.message.map { " else \(SwiftLayout.string($0))" } ?? "")
    }
    let keys = entity.ownConstraints.foldedKeys.map { key in
      "unique\(key.match.options) (\(key.attributes.joined(separator: ", ")))"
    }
    return (rules + keys + (entity.ownDisplayProperty.map { ["display \($0)"] } ?? []))
      .map(SwiftComment.line)
  }

  // MARK: Members

  private func member(
    _ property: Property,
    _ entity: Entity,
    _ nested: SwiftNestedTypes
  ) -> [String] {
    switch property {
    case .attribute(let attribute): lines(of: attribute, nested)
    case .relationship(let relationship):
      SwiftRelationshipSource(schema: schema, entity: entity).lines(of: relationship)
    case .computed(let computed): lines(of: computed, entity)
    }
  }

  /// `@Attribute(.unique, originalName: "title") var name: String`
  private func lines(of attribute: Attribute, _ nested: SwiftNestedTypes) -> [String] {
    var options: [String] = []
    if attribute.isUnique { options.append(".unique") }
    if attribute.source?.isExternal == true { options.append(".externalStorage") }
    if let name = attribute.source?.transformer {
      options.append(".transformable(by: \(SwiftLayout.string(name)))")
    }
    if let name = attribute.oldName {
      options.append("originalName: \(SwiftLayout.string(name))")
    }
    let type = nested.text(of: attribute) + (attribute.isOptional ? "?" : "")
    let value = defaults.text(of: attribute).map { " = \($0)" } ?? ""
    return SwiftLayout.property(
      "Attribute",
      options,
      "var \(SwiftName.quoted(attribute.name)): \(type)\(value)"
        + SwiftLayout.otherName(attribute.name) + defaults.remark(on: attribute)
        + (attribute.source?.remark.map { "  " + SwiftComment.line($0) } ?? "")
    )
  }

  /// `var remaining: Double { limit - spent }`
  private func lines(of computed: ComputedAttribute, _ entity: Entity) -> [String] {
    guard let property = properties.property(computed, of: entity.name) else {
      let text = "\(SwiftName.quoted(computed.name)) = \(computed.text)"
      return [SwiftComment.line("\(text): not translated")]
    }
    let type = SwiftTypeName.text(computed.type) + (property.value.isOptional ? "?" : "")
    let start = "var \(SwiftName.quoted(computed.name)): \(type) {"
    let remark = SwiftLayout.otherName(computed.name)
    let line = "\(start) \(property.value.text) }\(remark)"
    if property.declarations.isEmpty, line.count + 2 <= SwiftLayout.width { return [line] }
    let result = (property.declarations.isEmpty ? "" : "return ") + property.value.text
    return [start + remark] + SwiftLayout.indented(property.declarations + [result]) + ["}"]
  }
}

extension Property {
  /// The attribute, if it is stored.
  var storedAttribute: Attribute? {
    if case .attribute(let attribute) = self { attribute } else { nil }
  }
}

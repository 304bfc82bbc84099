import Diagnostics
import Model
import Syntax

/// Prints an entity as the declaration that makes it.
///
/// A composite without a name, which only a store's own schema brings about, cannot be declared; it
/// is shown with its fields in braces, as a comment.
struct ModelPrinter {
  let entity: Entity
  let schema: Schema

  /// The declaration, line by line.
  var lines: [StyledText] {
    let members = entity.ownProperties.filter { !$0.isAnonymous }.flatMap(lines(of:))
    return [headLine] + members + displayLines + [StyledText("}")]
  }

  private var headLine: StyledText {
    var line = StyledText("model ", .keyword)
    line.append(name(entity.name), .entity)
    if let parent = entity.parent {
      line.append(": ")
      line.append(name(parent), .entity)
    }
    if let documentation = entity.documentation {
      line.append(" ")
      line.append(stringLiteral(documentation), .string)
    }
    line.append(" {")
    return line
  }

  /// `display name`, where it is not what would be shown anyway.
  private var displayLines: [StyledText] {
    let usual = entity.attributes.first { $0.isUnique && $0.type == .string }?.name
    guard let display = entity.displayProperty, display != usual else { return [] }
    var line = StyledText("  ")
    line.append("display ", .keyword)
    line.append(name(display), .attribute)
    return [line]
  }

  private func lines(of property: Property) -> [StyledText] {
    switch property {
    case .attribute(let attribute): lines(of: attribute)
    case .relationship(let relationship): [line(of: relationship)]
    case .computed(let computed): [line(of: computed)]
    }
  }

  private func lines(of attribute: Attribute) -> [StyledText] {
    if case .composite(let type) = attribute.type, type.name == nil {
      return compositeLines(attribute.name, type.fields, attribute.isOptional, indent: 2)
    }
    var line = memberStart(attribute.name)
    line.append(": ")
    line.append(typeText(attribute.type) + (attribute.isOptional ? "?" : ""), .entity)
    if attribute.isUnique { line.append(" unique", .keyword) }
    if let value = attribute.defaultValue { line.append(" = \(escapedForTerminal(value.text))") }
    return [line]
  }

  private func line(of relationship: Relationship) -> StyledText {
    var line = memberStart(relationship.name)
    let destination = name(relationship.destination)
    let optional = relationship.isOptional ? "?" : ""
    line.append(": ")
    line.append(relationship.isToMany ? "[\(destination)]" : destination + optional, .entity)
    if relationship.deleteRule != .nullify {
      line.append(" \(relationship.deleteRule.rawValue)", .keyword)
    }
    if hasNamedInverse(relationship) {
      line.append(" inverse ", .keyword)
      line.append(name(relationship.inverse), .attribute)
    }
    if relationship.isOrdered { line.append(" ordered", .keyword) }
    return line
  }

  private func line(of computed: ComputedAttribute) -> StyledText {
    var line = memberStart(computed.name)
    line.append(" = \(escapedForTerminal(computed.text))")
    return line
  }

  private func hasNamedInverse(_ relationship: Relationship) -> Bool {
    let inverse = schema.entity(relationship.destination)?.relationship(relationship.inverse)
    return inverse.map { !$0.isAnonymous } ?? false
  }

  private func compositeLines(
    _ fieldName: String,
    _ fields: [CompositeField],
    _ isOptional: Bool,
    indent: Int
  ) -> [StyledText] {
    let start = "// " + String(repeating: " ", count: indent)
    let inner = fields.flatMap { field -> [StyledText] in
      if case .composite(let nested) = field.type {
        return compositeLines(field.name, nested.fields, field.isOptional, indent: indent + 2)
      }
      let optional = field.isOptional ? "?" : ""
      return [StyledText("\(start)  \(name(field.name)): \(field.type)\(optional)", .dim)]
    }
    return [StyledText("\(start)\(name(fieldName)): {", .dim)] + inner
      + [StyledText("\(start)}\(isOptional ? "?" : "")", .dim)]
  }

  private func memberStart(_ member: String) -> StyledText {
    var line = StyledText("  ")
    line.append(name(member), .attribute)
    return line
  }

  private func typeText(_ type: ValueType) -> String {
    DeclarationText.type(type)
  }

  /// A name as it is written, in backticks where it must be.
  private func name(_ text: String) -> String {
    DeclarationText.name(text)
  }
}

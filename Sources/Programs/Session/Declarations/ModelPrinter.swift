import Diagnostics
import Expressions
import Model
import Syntax

/// Prints the declaration of an entity.
///
/// Structs without names, as in files of other programs, cannot be declared; they are comments.
struct ModelPrinter {
  let entity: Entity
  let schema: Schema

  /// The declaration, line by line.
  var lines: [StyledText] {
    let members = entity.ownProperties.filter { !$0.isAnonymous }.flatMap(lines(of:))
    let all = members + constraintLines + displayLines
    var head = headLine
    head.append(all.isEmpty ? " {}" : " {")
    return all.isEmpty ? [head] : [head] + all + [StyledText("}")]
  }

  private var headLine: StyledText {
    var line = DeclarationText.head(.model, entity.name, nil)
    if let parent = entity.parent {
      line.append(": ")
      line.append(DeclarationText.name(parent), .entity)
    }
    line.append(DeclarationText.string(entity.documentation))
    return line
  }

  // MARK: Constraints

  private var constraintLines: [StyledText] {
    let constraints = entity.ownConstraints
    return constraints.checks.map(line(of:))
      + constraints.uniqueKeys.map { line(.unique, DeclarationText.names($0)) }
      + constraints.foldedKeys.filter { $0.attributes.count > 1 }.map {
        line(.unique, DeclarationText.names($0.attributes), $0.match.options)
      }
      + constraints.indexes.map { line(.index, DeclarationText.names($0)) }
      + constraints.others.map { StyledText("  // \(Self.inOneLine($0))", .dim) }
  }

  /// The text for the end of a line, which other programs may have written.
  private static func inOneLine(_ text: String) -> String {
    escapedForTerminal(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  private func line(of rule: CheckRule) -> StyledText {
    var line = line(.check, escapedForTerminal(rule.text))
    guard rule.message != nil else { return line }
    line.append(" \(Keyword.else.rawValue)", .keyword)
    line.append(DeclarationText.string(rule.message))
    return line
  }

  private var displayLines: [StyledText] {
    entity.ownDisplayProperty.map { [line(.display, DeclarationText.name($0))] } ?? []
  }

  private func line(_ keyword: Keyword, _ text: String, _ options: String = "") -> StyledText {
    var line = StyledText("  ")
    line.append(keyword.rawValue, .keyword)
    line.append(options)
    line.append(" \(text)")
    return line
  }

  // MARK: Members

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
    let type = DeclarationText.type(attribute.type) + (attribute.isOptional ? "?" : "")
    var line = memberLine(attribute.name, type)
    if attribute.isUnique { append(.unique, to: &line) }
    if let match = entity.ownConstraints.foldedKeys.first(where: {
      $0.attributes == [attribute.name]
    })?.match {
      append(.unique, to: &line)
      line.append(match.options)
    }
    append(oldName: attribute.oldName, to: &line)
    if let value = attribute.defaultValue { line.append(" = \(escapedForTerminal(value.text))") }
    if let source = attribute.source {
      let remarks = [source.columnType, source.note].compactMap(\.self).map(Self.inOneLine)
      if !remarks.isEmpty { line.append("  // \(remarks.joined(separator: "; "))", .dim) }
    }
    return [line]
  }

  private func line(of relationship: Relationship) -> StyledText {
    let destination = DeclarationText.name(relationship.destination)
    let optional = relationship.isOptional ? "?" : ""
    var line = memberLine(
      relationship.name,
      relationship.isToMany ? "[\(destination)]" : destination + optional
    )
    if let bounds = relationship.bounds {
      line.append("(\(bounds.minimum)...\(bounds.maximum.map(String.init) ?? ""))")
    }
    if relationship.deleteRule != .nullify {
      line.append(" \(relationship.deleteRule.rawValue)", .keyword)
    }
    if hasNamedInverse(relationship) {
      append(.inverse, relationship.inverse, to: &line)
    }
    if relationship.isOrdered { append(.ordered, to: &line) }
    append(oldName: relationship.oldName, to: &line)
    return line
  }

  private func line(of computed: ComputedAttribute) -> StyledText {
    var line = memberStart(computed.name)
    line.append(" = \(escapedForTerminal(computed.text))")
    return line
  }

  private func append(_ keyword: Keyword, _ name: String? = nil, to line: inout StyledText) {
    line.append(" \(keyword.rawValue)", .keyword)
    guard let name else { return }
    line.append(" ")
    line.append(DeclarationText.name(name), .attribute)
  }

  private func append(oldName: String?, to line: inout StyledText) {
    if let oldName { append(.was, oldName, to: &line) }
  }

  private func hasNamedInverse(_ relationship: Relationship) -> Bool {
    let inverse = schema.entity(relationship.destination)?.relationship(relationship.inverse)
    return inverse.map { !$0.isAnonymous } ?? false
  }

  private func memberLine(_ name: String, _ type: String) -> StyledText {
    var line = memberStart(name)
    line.append(": ")
    line.append(type, .entity)
    return line
  }

  private func memberStart(_ member: String) -> StyledText {
    var line = StyledText("  ")
    line.append(DeclarationText.name(member), .attribute)
    return line
  }

  // MARK: Composites without a name

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
      return [
        StyledText("\(start)  \(DeclarationText.name(field.name)): \(field.type)\(optional)", .dim)
      ]
    }
    return [StyledText("\(start)\(DeclarationText.name(fieldName)): {", .dim)] + inner
      + [StyledText("\(start)}\(isOptional ? "?" : "")", .dim)]
  }
}

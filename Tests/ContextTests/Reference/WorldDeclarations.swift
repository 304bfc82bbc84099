import Model

/// The models of a world in the language.
extension World {
  var declarations: [String] { kinds.map(declaration) }

  private func declaration(_ kind: KindPlan) -> String {
    let members =
      kind.attributes.map(text) + kind.links.map(text) + kind.computed
      + kind.keys.map { "unique (\($0.joined(separator: ", ")))" }
      + kind.rules.map { "check \($0.text)" }
    let name = kind.parent.map { "\(kind.name): \($0)" } ?? kind.name
    return "model \(name) {\n" + members.map { "  \($0)\n" }.joined() + "}"
  }

  private func text(_ attribute: AttributePlan) -> String {
    let type =
      switch attribute.kind {
      case .number: "Int"
      case .text: "String"
      case .texts: "[String]"
      }
    return "\(attribute.name): \(type)" + (attribute.isOptional ? "?" : "")
      + (attribute.isUnique ? " unique" : "")
      + (attribute.defaultValue.map { " = " + StatementText.literal($0) } ?? "")
  }

  private func text(_ link: LinkPlan) -> String {
    var text = "\(link.name): "
    text += link.isToMany ? "[\(link.destination)]" : link.destination
    if !link.isToMany, link.isOptional { text += "?" }
    if let bounds = link.bounds { text += "(\(bounds.lowerBound)...\(bounds.upperBound))" }
    switch link.rule {
    case .nullify: break
    case .cascade: text += " cascade"
    case .deny: text += " deny"
    case .noAction: text += " no action"
    }
    text += " inverse \(link.inverse)"
    return text + (link.isOrdered ? " ordered" : "")
  }
}

public import Model

/// A schema as a class diagram of Mermaid, which Markdown viewers draw (https://mermaid.js.org).
public struct MermaidDiagram {
  private let diagram: SchemaDiagram

  /// The whole of `schema`, or what of it is called one of `names`.
  public init(_ schema: Schema, names: Set<String>? = nil) {
    diagram = SchemaDiagram(schema, names: names)
  }

  /// The text, line by line.
  public var lines: [String] {
    ["classDiagram"] + diagram.boxes.indices.flatMap(boxLines) + diagram.lines.map(line)
  }

  private func boxLines(_ place: Int) -> [String] {
    let box = diagram.boxes[place]
    let head = Self.isPlain(box.name) ? box.name : "\(id(place))[\"\(Self.label(box.name))\"]"
    var inner: [String] = box.kind == .model ? [] : ["    <<\(box.kind.rawValue)>>"]
    inner += box.rows.map { row in
      let type = row.type.map { ": \($0)" } ?? ""
      return "    " + Self.member(row.name + type + (row.remark.map { " \($0)" } ?? ""))
    }
    return inner.isEmpty ? ["  class \(head)"] : ["  class \(head) {"] + inner + ["  }"]
  }

  private func line(_ line: SchemaDiagram.Line) -> String {
    switch line {
    case .specialization(let child, let parent): return "  \(id(parent)) <|-- \(id(child))"
    case .use(let user, let type): return "  \(id(user)) ..> \(id(type))"
    case .relationship(let near, let far):
      let roles = [far, near].compactMap { end in
        end.role.map { $0 + (end.rule.map { " (\($0))" } ?? "") }
      }
      return "  \(id(near.box)) \"\(near.count)\" -- \"\(far.count)\" \(id(far.box))"
        + (roles.isEmpty ? "" : " : \(Self.label(roles.joined(separator: " / ")))")
    }
  }

  /// What a box goes by: its name, if Mermaid takes that for one.
  private func id(_ place: Int) -> String {
    let name = diagram.boxes[place].name
    return Self.isPlain(name) ? name : "box\(place + 1)"
  }

  private static func isPlain(_ name: String) -> Bool {
    // Words of Mermaid's own are no names of classes.
    !["class", "namespace", "note", "direction", "click", "link", "style", "end"].contains(name)
      && !name.isEmpty
      && name.unicodeScalars.allSatisfy {
        $0.value < 0x80 && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_")
      }
  }

  /// A member without what Mermaid reads as its own signs.
  private static func member(_ text: String) -> String {
    var safe = ""
    for character in text.unicodeScalars {
      switch character {
      case "(", ")", "{", "}", "~", "<", ">", "\"", "`", ";": safe += "#\(character.value);"
      case _ where character.properties.generalCategory == .control: safe += " "
      default: safe.unicodeScalars.append(character)
      }
    }
    return safe
  }

  /// A text between quotes or behind a colon.
  private static func label(_ text: String) -> String {
    var safe = ""
    for character in text.unicodeScalars {
      switch character {
      case "\"", "<", ">", "#", ";", "`": safe += "#\(character.value);"
      case _ where character.properties.generalCategory == .control: safe += " "
      default: safe.unicodeScalars.append(character)
      }
    }
    return safe
  }
}

public import Model

/// A schema as a Mermaid class diagram, which Markdown viewers draw (https://mermaid.js.org).
public struct MermaidDiagram {
  private let diagram: SchemaDiagram
  /// The identifiers of boxes: their names, if Mermaid accepts them.
  private let ids: [String]

  /// A diagram of `schema`, or of `names` with everything they use.
  public init(_ schema: Schema, names: Set<String>? = nil) {
    diagram = SchemaDiagram(schema, names: names)
    ids = Self.ids(diagram.boxes.map(\.name))
  }

  /// The lines of the diagram.
  public var lines: [String] {
    ["classDiagram"] + diagram.boxes.indices.flatMap(boxLines) + diagram.lines.map(line)
  }

  private func boxLines(_ place: Int) -> [String] {
    let box = diagram.boxes[place]
    let id = ids[place]
    let head = id == box.name ? id : "\(id)[\"\(MermaidText.escaped(box.name))\"]"
    var inner: [String] = box.kind == .model ? [] : ["    <<\(box.kind.rawValue)>>"]
    inner += box.rows.map { row in
      let type = row.type.map { ": " + MermaidText.escaped($0) } ?? ""
      let remark = row.remark.map { " " + MermaidText.escaped($0) } ?? ""
      return "    " + MermaidText.escaped(row.name) + type + remark
    }
    return inner.isEmpty ? ["  class \(head)"] : ["  class \(head) {"] + inner + ["  }"]
  }

  private func line(_ line: SchemaDiagram.Line) -> String {
    switch line {
    case .specialization(let child, let parent): return "  \(ids[parent]) <|-- \(ids[child])"
    case .use(let user, let type): return "  \(ids[user]) ..> \(ids[type])"
    case .relationship(let near, let far):
      let roles = [far, near].compactMap { end in
        end.role.map { MermaidText.escaped($0) + (end.rule.map { " (\($0))" } ?? "") }
      }
      return "  \(ids[near.box]) \"\(near.count)\" -- \"\(far.count)\" \(ids[far.box])"
        + (roles.isEmpty ? "" : " : " + roles.joined(separator: " / "))
    }
  }

  /// Unique identifiers that Mermaid accepts.
  private static func ids(_ names: [String]) -> [String] {
    let plain = Set(names.filter(MermaidText.isName))
    return names.enumerated().map { place, name in
      if plain.contains(name) { return name }
      var id = "box\(place + 1)"
      while plain.contains(id) { id += "_" }
      return id
    }
  }
}

/// The names and texts that Mermaid accepts in class diagrams.
private enum MermaidText {
  /// Reserved words, and members of every JavaScript object, which break Mermaid's lookup.
  private static let taken = Set(
    """
    accDescr accTitle call callback class classDef classDiagram click cssClass direction end href link namespace note o
    style constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf
    """.split { $0.isWhitespace }.map(String.init)
  )

  /// Whether a name is a valid identifier.
  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first), !taken.contains(name) else { return false }
    return name.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
      && !name.hasSuffix("_")
  }

  /// Escapes characters that are special to Mermaid or Markdown as scalar numbers, which Mermaid
  /// shows as the characters.
  static func escaped(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var safe = ""
    for (place, scalar) in scalars.enumerated() {
      switch scalar {
      case " ", ".", ",", "?", "[", "]", "'", "/", "=", "!", "@": safe.unicodeScalars.append(scalar)
      // Within a word, it does not mean emphasis.
      case "_" where isInWord(place, scalars): safe.unicodeScalars.append(scalar)
      case _ where isBlank(scalar): safe += " "
      case _
      where scalar.isASCII && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar):
        safe += "#\(scalar.value);"
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  private static func isInWord(_ place: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    guard place > 0, place < scalars.count - 1 else { return false }
    return [scalars[place - 1], scalars[place + 1]].allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0)
    }
  }

  /// Whether a scalar is a control or a line break.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

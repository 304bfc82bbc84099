import Binding
import Model
import Syntax

/// A type declared in Swift: `@Model final class Trip { … }`, or an enum or a struct.
struct SwiftDataModel {
  /// A member of a class or a struct.
  struct Member {
    let name: String
    /// The declaration: `name: String unique`; nil if it is computed.
    var text: String?
    /// The name of the type, without `?` and brackets.
    var type: String?
    var isToMany = false
    /// The body of a computed property.
    var body: SwiftReader?
  }

  let keyword: String
  let name: String
  private(set) var members: [Member] = []
  /// The cases of an enum.
  private(set) var cases: [String] = []
  /// `unique (code, year)`
  private(set) var constraints: [String] = []
  /// Members without an equivalent.
  private(set) var omitted: [String] = []

  /// Whether the code declares types, perhaps after its imports.
  static func recognizes(_ reader: SwiftReader) -> Bool {
    var reader = reader
    while let name = reader.peek(1), name.isSwiftName, reader.take("import", name) {}
    if reader.next == "@" { return reader.peek(1) == "Model" }
    while let next = reader.next, modifiers.contains(next) { reader.take() }
    if reader.next == "class" { return true }
    let isEnum = reader.next == "enum" && reader.tokens.contains("case")
    return (isEnum || reader.next == "struct") && reader.peek(2) == ":"
  }

  /// The types that `reader` starts with, after imports.
  static func all(_ reader: inout SwiftReader) -> [SwiftDataModel] {
    var models: [SwiftDataModel] = []
    while !reader.isAtEnd {
      if let name = reader.peek(1), name.isSwiftName, reader.take("import", name) { continue }
      guard let model = SwiftDataModel(&reader) else { break }
      models.append(model)
    }
    return models
  }

  private static let modifiers: Set<String> = ["final", "public", "open", "private", "internal"]

  private init?(_ reader: inout SwiftReader) {
    var rest = reader
    while true {
      if rest.take("@") {
        rest.take()
        if rest.next == "(" { _ = rest.takeBracketed() }
      } else if let next = rest.next, Self.modifiers.contains(next) {
        rest.take()
      } else {
        break
      }
    }
    guard let keyword = rest.take(), ["class", "enum", "struct"].contains(keyword),
      let name = rest.takeName()
    else { return nil }
    while let next = rest.next, next != "{" { rest.take() }
    guard var body = rest.takeBracketed() else { return nil }
    (self.keyword, self.name) = (keyword == "class" ? "model" : keyword, name)
    while !body.isAtEnd { readMember(&body) }
    reader = rest
  }

  // MARK: Members

  private mutating func readMember(_ body: inout SwiftReader) {
    if body.take("#") { return readMacro(&body) }
    if keyword == "enum", body.take("case") { return readCases(&body) }
    var marks = SwiftMarks()
    while body.take("@"), let name = body.takeName() {
      marks.read(name, body.next == "(" ? body.takeBracketed() : nil)
    }
    var isStored = !marks.isTransient
    while let next = body.next, Self.memberModifiers.contains(next) {
      isStored = isStored && next != "static"
      body.take()
      if body.next == "(" { _ = body.takeBracketed() }
    }
    guard body.take("var") || body.take("let"), let name = body.takeName() else {
      return skipDeclaration(&body)
    }
    let type = body.take(":") ? SwiftMemberType(&body) : nil
    if body.next == "{", let content = body.takeBracketed() {
      if isStored { members.append(Member(name: name, body: Self.getter(content))) }
      return
    }
    let value = body.take("=") ? SwiftMarks.value(&body) : .absent
    if body.next == "{" { _ = body.takeBracketed() }
    guard isStored else { return }
    guard let type = type ?? value.type, !value.isUnknown else {
      omitted.append(name)
      return
    }
    let start = marks.appended(to: "\(quotedIfNeeded(name)): \(type.text)")
    members.append(
      Member(
        name: name,
        text: start + (value.text.map { $0 == "[]" ? "" : " = \($0)" } ?? ""),
        type: type.name,
        isToMany: type.isArray
      )
    )
  }

  private static let memberModifiers = modifiers.union(["static", "lazy", "weak", "override"])

  private static func getter(_ content: SwiftReader) -> SwiftReader {
    var content = content
    return content.take("get") ? content.takeBracketed() ?? content : content
  }

  /// `#Unique<Trip>([\.code, \.year])`
  private mutating func readMacro(_ body: inout SwiftReader) {
    let name = body.take() ?? ""
    if body.take("<") { while let next = body.take(), next != ">" {} }
    guard let arguments = body.takeBracketed() else { return }
    for part in arguments.parts(between: [","]) {
      var part = part
      guard let inside = part.takeBracketed() else { continue }
      let names = inside.tokens.filter(\.isSwiftName).map { quotedIfNeeded($0) }
      constraints.append("\(name.lowercased()) (\(names.joined(separator: ", ")))")
    }
  }

  private mutating func readCases(_ body: inout SwiftReader) {
    repeat {
      guard let name = body.takeName() else { return }
      cases.append(quotedIfNeeded(name))
      if body.take("=") { body.take() }
      if body.next == "(" { _ = body.takeBracketed() }
    } while body.take(",")
  }

  /// Passes over an initializer, a method or a nested type.
  private func skipDeclaration(_ body: inout SwiftReader) {
    while let next = body.next {
      if next == "{" {
        _ = body.takeBracketed()
        return
      }
      if next == "(" || next == "[" { _ = body.takeBracketed() } else { body.take() }
    }
  }

  // MARK: Translation

  /// A sketch of the entity, for the translation of computed properties.
  private var entity: Entity {
    Entity(
      name: name,
      properties: members.map { member in
        // The type of a computed property is not needed.
        guard let type = member.type else {
          return .attribute(Attribute(name: member.name, type: .double))
        }
        if ValueType.scalarsByName.contains(where: { $0.name == type }) {
          let scalar = ValueType.scalarsByName.first { $0.name == type }?.type ?? .string
          return .attribute(
            Attribute(name: member.name, type: member.isToMany ? .list(scalar) : scalar)
          )
        }
        return .relationship(
          Relationship(
            name: member.name,
            destination: type,
            isToMany: member.isToMany,
            inverse: ""
          )
        )
      }
    )
  }

  /// The declarations of `models`, and the members that have no equivalent.
  static func texts(_ models: [SwiftDataModel]) -> (declarations: [String], omitted: [String]) {
    let entities = models.filter { $0.keyword == "model" }.map(\.entity)
    let schema = Schema(entities: entities)
    var omitted: [String] = []
    let declarations = models.map { model in
      let parts = model.members.compactMap { member -> String? in
        if let text = member.text { return text }
        if let text = member.body.flatMap({ model.computed($0, schema) }) {
          return "\(quotedIfNeeded(member.name)) = \(text)"
        }
        omitted.append("\(model.name).\(member.name)")
        return nil
      }
      omitted += model.omitted.map { "\(model.name).\($0)" }
      let all = model.cases + parts + model.constraints
      return "\(model.keyword) \(quotedIfNeeded(model.name)) { \(all.joined(separator: ", ")) }"
    }
    return (declarations, omitted)
  }

  private func computed(_ body: SwiftReader, _ schema: Schema) -> String? {
    var body = body
    _ = body.take("return")
    let expressions = SwiftExpressions(
      schema: schema,
      entity: schema.entity(name),
      record: "self",
      namesMembers: true
    )
    return expressions.whole(body).flatMap { ForeignInput.parses("= \($0)") ? $0 : nil }
  }
}

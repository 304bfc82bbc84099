import Binding
import Model
import Syntax

/// A type declared in Swift: `@Model final class Trip { … }`, or an enum or a struct.
struct SwiftDataModel {
  /// A member of a class or a struct.
  struct Member {
    let name: String
    /// The attributes and the default of a stored property; nil if it is computed.
    var marks: SwiftMarks?
    var type: SwiftMemberType?
    var value: SwiftMarks.Default = .absent
    /// The body of a computed property; nil if it is stored.
    var body: SwiftReader?
  }

  /// A case of an enum with its constant: `"calm"` or `2`.
  struct Case {
    let name: String
    let rawValue: String?
  }

  let keyword: String
  let name: String
  /// The types after the colon.
  var parents: [String] = []
  var members: [Member] = []
  var cases: [Case] = []
  /// `unique (code, year)`
  var constraints: [String] = []
  /// Members without an equivalent.
  var omitted: [String] = []
  /// The conditions of rules, with their messages.
  var rules: [(condition: SwiftReader, message: String?)] = []

  /// Adds the constraints of `#Unique<Trip>([\.code, \.year], [\.name])`.
  mutating func add(macro name: String, _ arguments: SwiftReader) {
    for part in arguments.parts(between: [","]) {
      var part = part
      if part.take(".") { part.take() }
      if part.next == "(", let inside = part.takeBracketed() { part = inside }
      guard let keys = part.takeBracketed() else { continue }
      let paths = keys.parts(between: [","]).map { key in
        let root = key.tokens.firstIndex(of: ".") ?? key.tokens.startIndex
        return key.tokens[root...].filter(\.isSwiftName).map { quotedIfNeeded($0) }
          .joined(separator: ".")
      }
      constraints.append("\(name.lowercased()) (\(paths.joined(separator: ", ")))")
    }
  }

  // MARK: Enums

  /// Whether raw values are numbers.
  private var isNumeric: Bool {
    keyword == "enum" && parents.first.map { ForeignTypes.likelyType(for: $0) == "Int" } ?? false
  }

  /// The constants of the cases, in order.
  private var constants: [(name: String, literal: String)] {
    var next = 0
    return cases.map { one in
      guard isNumeric else { return (one.name, one.rawValue ?? "\"\(one.name)\"") }
      let number = one.rawValue.flatMap { Int($0) } ?? next
      next = number + 1
      return (one.name, String(number))
    }
  }

  /// The names of an enum's cases in the language; nil if they cannot be names.
  private var caseNames: [String]? {
    guard keyword == "enum", !isNumeric else { return nil }
    let names = constants.map { $0.literal.dropFirst().dropLast() }
    guard names.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }) else {
      return nil
    }
    return names.map { quotedIfNeeded(String($0)) }
  }

  /// The type of attributes of the enum.
  private var attributeType: String { caseNames == nil ? isNumeric ? "Int" : "String" : name }

  // MARK: Translation

  /// A sketch of the entity, for the translation of computed properties.
  private func entity(among models: Set<String>) -> Entity {
    Entity(
      name: name,
      parent: parent(among: models),
      properties: members.map { member in
        // The type of a computed property is not needed.
        guard member.body == nil, let type = member.type else {
          return .attribute(Attribute(name: member.name, type: .double))
        }
        if let scalar = ValueType.scalarsByName.first(where: { $0.name == type.name })?.type {
          return .attribute(
            Attribute(name: member.name, type: type.isArray ? .list(scalar) : scalar)
          )
        }
        return .relationship(
          Relationship(
            name: member.name,
            destination: type.name,
            isToMany: type.isArray,
            inverse: ""
          )
        )
      }
    )
  }

  private func parent(among models: Set<String>) -> String? {
    parents.first { models.contains($0) && $0 != name }
  }

  /// The declarations of types that belong together.
  ///
  /// - Parameter isWhole: Whether these are all types of an app, so that other ones are unknown.
  static func declarations(
    _ types: [SwiftDataModel],
    isWhole: Bool = false
  ) -> [SwiftDeclaration] {
    let models = types.filter { $0.keyword == "model" }
    let names = Set(models.map(\.name))
    let schema = Schema(entities: models.map { $0.entity(among: names) })
    var translation = Translation(schema: schema, isWhole: isWhole, models: names)
    for type in types {
      translation.types[type.name] = type.keyword == "enum" ? type.attributeType : type.name
      for (name, literal) in type.constants {
        translation.choices.add(name, of: type.name, literal: literal)
      }
    }
    return types.compactMap { $0.declaration(translation) }
  }

  /// What the translation of a type needs to know of the others.
  private struct Translation {
    let schema: Schema
    let isWhole: Bool
    let models: Set<String>
    var choices = SwiftChoices()
    /// The type of attributes for each declared type.
    var types: [String: String] = [:]

    /// The type of a member in the language; nil if there is none.
    func type(_ type: SwiftMemberType) -> SwiftMemberType? {
      var result = type
      if let name = types[type.name] {
        result.name = name
      } else if isWhole, !ValueType.scalarsByName.contains(where: { $0.name == type.name }) {
        return nil
      }
      return result
    }
  }

  private func declaration(_ translation: Translation) -> SwiftDeclaration? {
    if keyword == "enum", caseNames == nil { return nil }
    var omitted: [String] = []
    let parts = members.compactMap { member -> String? in
      if let text = text(of: member, translation) { return text }
      omitted.append(member.name)
      return nil
    }
    let rules = rules.compactMap { rule in
      expression(rule.condition, translation).map { condition in
        "check \(condition)" + (rule.message.map { " else \(stringLiteral($0))" } ?? "")
      }
    }
    let parent = parent(among: translation.models)
    return SwiftDeclaration(
      name: name,
      head: "\(keyword) \(quotedIfNeeded(name))"
        + (parent.map { ": \(quotedIfNeeded($0))" } ?? ""),
      members: (caseNames ?? []) + parts + rules + constraints,
      omitted: omitted + self.omitted
    )
  }

  private func text(of member: Member, _ translation: Translation) -> String? {
    if let body = member.body {
      return expression(body, translation).map { "\(quotedIfNeeded(member.name)) = \($0)" }
    }
    guard let marks = member.marks, let type = (member.type ?? member.value.type),
      let known = translation.type(type)
    else { return nil }
    let start = marks.appended(to: "\(quotedIfNeeded(member.name)): \(known.text)")
    var value = member.value.text
    if let name = value, name.first == ".", name.dropFirst().allSatisfy(\.isLetter) {
      value = translation.choices.constant(String(name.dropFirst()), of: type.name) ?? name
    }
    // A relationship always starts empty.
    let isList = ValueType.scalarsByName.contains { $0.name == known.name }
    if value == "[]", !isList { value = nil }
    return start + (value.map { " = \($0)" } ?? "")
  }

  private func expression(_ body: SwiftReader, _ translation: Translation) -> String? {
    var body = body
    _ = body.take("return")
    let expressions = SwiftExpressions(
      schema: translation.schema,
      entity: translation.schema.entity(name),
      record: "self",
      namesMembers: true,
      namesParameters: false,
      choices: translation.choices
    )
    return expressions.whole(body).flatMap { ForeignInput.parses("= \($0)") ? $0 : nil }
  }
}

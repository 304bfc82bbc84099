import Model
import Syntax

/// Translates a Swift expression token by token.
struct SwiftExpressions {
  let schema: Schema
  /// The model of the closure's parameter.
  let entity: Entity?
  /// The name of the closure's parameter.
  let record: String
  /// Whether members are also named without the record, as in computed properties.
  var namesMembers = false

  /// The body of `{ $0.name == … }` or `{ budget in … }`; nil if it has no equivalent.
  static func closure(_ body: SwiftReader, over entity: Entity?, _ schema: Schema) -> String? {
    var body = body
    var record = "$0"
    if body.peek(1) == "in", let name = body.takeName() {
      body.take()
      record = name
    }
    _ = body.take("return")
    return SwiftExpressions(schema: schema, entity: entity, record: record).whole(body)
  }

  private static let spellings = ["&&": "and", "||": "or"]

  /// All of `reader` as one expression.
  func whole(_ reader: SwiftReader) -> String? {
    if let choice = conditional(reader) { return choice }
    var reader = reader
    var words: [String] = []
    while !reader.isAtEnd {
      guard let word = operand(&reader) else { return nil }
      if words.last == "!", word.hasPrefix("count("), word.hasSuffix(" == 0") {
        words[words.count - 1] = word.dropLast(" == 0".count) + " > 0"
      } else if words.last == "!", word.hasSuffix(" == \"\"") {
        words[words.count - 1] = word.dropLast(" == \"\"".count) + " != \"\""
      } else {
        words.append(Self.spellings[word] ?? word)
      }
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// `c ? a : b`
  private func conditional(_ reader: SwiftReader) -> String? {
    let parts = reader.parts(between: ["?"])
    guard parts.count == 2, !(parts[1].next.map { $0 == "." } ?? true) else { return nil }
    let sides = parts[1].parts(between: [":"])
    guard sides.count == 2, let condition = whole(parts[0]), let first = whole(sides[0]),
      let second = whole(sides[1])
    else { return nil }
    return "if \(condition) then \(first) else \(second)"
  }

  /// An operator, a literal, or an operand with its members.
  private func operand(_ reader: inout SwiftReader) -> String? {
    guard let token = reader.next else { return nil }
    if token == "(" {
      guard let inside = reader.takeBracketed(), let text = whole(inside) else { return nil }
      return "(\(text))"
    }
    if token == "[" { return list(&reader) }
    if reader.take(".", "now") { return "now" }
    reader.take()
    if token == record { return path(&reader) }
    if namesMembers, let member = entity?.property(token), !member.isAnonymous {
      return path(&reader, from: [token])
    }
    if token.isSwiftName { return word(token, &reader) }
    return ["{", "}", ")", "]", "\\", ",", ":", ";", "#", "@"].contains(token) ? nil : token
  }

  /// `[1, 2].contains($0.quantity)`
  private func list(_ reader: inout SwiftReader) -> String? {
    guard let inside = reader.takeBracketed() else { return nil }
    let elements = inside.parts(between: [","]).compactMap(whole)
    let text = "[\(elements.joined(separator: ", "))]"
    guard reader.take(".", "contains") else { return text }
    return reader.takeBracketed().flatMap(whole).map { "\($0) in \(text)" }
  }

  /// A constant, or a variable, which becomes a parameter.
  private func word(_ token: String, _ reader: inout SwiftReader) -> String? {
    switch token {
    case "true", "false", "nil": return token
    case "Date" where reader.take("(", ")") || reader.take(".", "now"): return "now"
    case "Double", "Decimal", "Float", "CGFloat":
      // Numbers of different types can be combined.
      guard reader.next == "(", let inside = reader.takeBracketed() else { return nil }
      return whole(inside).map { inside.tokens.count > 1 ? "(\($0))" : $0 }
    default:
      guard reader.next != "(", reader.next != ".", !namesMembers else { return nil }
      return "$\(token)"
    }
  }

  // MARK: Paths

  /// The members after the record.
  private func path(_ reader: inout SwiftReader, from start: [String] = []) -> String? {
    var names = start
    while true {
      _ = reader.take("!")
      guard reader.take(".") || reader.take("?.") else { break }
      guard let name = reader.takeName() else { return nil }
      let owner = names.isEmpty ? "self" : names.joined(separator: ".")
      let target = SwiftTarget(names, entity, schema)
      if !names.isEmpty, let text = method(name, of: owner, target, &reader) {
        return compared(text, &reader)
      }
      if ["(", "{"].contains(reader.next) { return nil }
      names.append(quotedIfNeeded(name))
    }
    return names.isEmpty ? "self" : names.joined(separator: ".")
  }

  /// A comparison with `true` or `false`, which Swift needs for optionals.
  private func compared(_ text: String, _ reader: inout SwiftReader) -> String {
    if reader.take("==", "true") { return text }
    return reader.take("==", "false") ? "not (\(text))" : text
  }

  /// The equivalent of `path.name(…)`; nil if there is none.
  private func method(
    _ name: String,
    of path: String,
    _ target: SwiftTarget,
    _ reader: inout SwiftReader
  ) -> String? {
    if let symbol = Self.textOperators[name], let argument = argument(&reader, after: name) {
      return "\(path) \(symbol) \(argument)"
    }
    if let function = Self.functions[name], reader.take("(", ")") { return "\(function)(\(path))" }
    switch (name, target) {
    case ("count", .records), ("count", .values): return "count(\(path))"
    case ("count", .single): return "length(\(path))"
    case ("isEmpty", .records), ("isEmpty", .values): return "count(\(path)) == 0"
    case ("isEmpty", .single): return "\(path) == \"\""
    case ("contains", .values): return argument(&reader, after: name).map { "\($0) in \(path)" }
    case ("contains", .single):
      return argument(&reader, after: name).map { "\(path) contains \($0)" }
    case ("contains", .records(let entity)):
      return closure(&reader, over: entity).map { "any(\(path) where \($0))" }
    case ("allSatisfy", .records(let entity)):
      return closure(&reader, over: entity).map { "all(\(path) where \($0))" }
    case ("filter", .records(let entity)):
      guard let condition = closure(&reader, over: entity) else { return nil }
      if reader.take(".", "count") { return "count(\(path) where \(condition))" }
      return reader.take(".", "isEmpty") ? "none(\(path) where \(condition))" : nil
    case ("map", .records(let entity)), ("compactMap", .records(let entity)):
      return closure(&reader, over: entity).flatMap { reduction(of: "\(path).\($0)", &reader) }
    case ("reduce", .records(let entity)):
      return sum(of: path, over: entity, &reader)
    default: return nil
    }
  }

  /// `.reduce(0, +)`, `.max()` after the values of a path.
  private func reduction(of path: String, _ reader: inout SwiftReader) -> String? {
    for name in ["max", "min"] where reader.take(".", name, "(", ")") { return "\(name)(\(path))" }
    for zero in ["0", "0.0"] where reader.take(".", "reduce", "(", zero, ",", "+", ")") {
      return "sum(\(path))"
    }
    return nil
  }

  /// `.reduce(0) { $0 + $1.amount }`
  private func sum(of path: String, over entity: Entity?, _ reader: inout SwiftReader) -> String? {
    guard reader.take("(", "0", ")") || reader.take("(", "0.0", ")"),
      var body = reader.takeBracketed(), body.take("$0", "+")
    else { return nil }
    let element = SwiftExpressions(schema: schema, entity: entity, record: "$1")
    return element.whole(body).map { "sum(\(path).\($0))" }
  }

  private static let textOperators = [
    "hasPrefix": "starts with", "starts": "starts with", "hasSuffix": "ends with",
    "localizedStandardContains": "~", "localizedCaseInsensitiveContains": "contains[c]",
  ]

  private static let functions = ["lowercased": "lower", "uppercased": "upper"]

  /// The one argument in parentheses, with or without a label.
  private func argument(_ reader: inout SwiftReader, after name: String) -> String? {
    guard reader.next == "(", var inside = reader.takeBracketed() else { return nil }
    _ = inside.take("with", ":")
    return whole(inside)
  }

  /// `{ $0.amount > 3 }`, `(where: { … })`
  private func closure(_ reader: inout SwiftReader, over entity: Entity?) -> String? {
    guard var inside = reader.takeBracketed() else { return nil }
    if inside.take("where", ":") {
      guard let body = inside.takeBracketed() else { return nil }
      inside = body
    }
    return Self.closure(inside, over: entity, schema)
  }
}

/// The kind of value of a path.
enum SwiftTarget {
  case single
  case values
  case records(Entity?)

  init(_ names: [String], _ entity: Entity?, _ schema: Schema) {
    var entity = entity
    self = .single
    for name in names {
      switch entity?.property(name) {
      case .relationship(let relationship)?:
        entity = schema.entity(relationship.destination)
        self = relationship.isToMany ? .records(entity) : .single
      case .attribute(let attribute)?:
        if case .list = attribute.type { self = .values } else { self = .single }
        entity = nil
      default:
        self = .single
        entity = nil
      }
    }
  }
}

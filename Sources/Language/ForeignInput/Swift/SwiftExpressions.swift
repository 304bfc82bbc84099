import Model
import Syntax

/// Translates a Swift expression token by token.
struct SwiftExpressions {
  let schema: Schema
  /// The model of the closure's parameter.
  var entity: Entity?
  /// The name of the closure's parameter.
  var record: String
  /// Whether members are also named without the record, as in computed properties.
  var namesMembers = false
  /// Whether other names are variables, which become parameters.
  var namesParameters = true
  /// The enums that the code declares.
  var choices = SwiftChoices()

  /// The body of `{ $0.name == … }` or `{ budget in … }`; nil if it has no equivalent.
  static func closure(_ body: SwiftReader, over entity: Entity?, _ schema: Schema) -> String? {
    SwiftExpressions(schema: schema, entity: nil, record: "").closure(body, over: entity)
  }

  func closure(_ body: SwiftReader, over entity: Entity?) -> String? {
    var body = body
    var record = "$0"
    if body.peek(1) == "in", let name = body.takeName() {
      body.take()
      record = name
    }
    _ = body.take("return")
    return element(entity, named: record).whole(body)
  }

  /// Expressions over the records of a relationship.
  func element(_ entity: Entity?, named record: String) -> SwiftExpressions {
    var expressions = self
    (expressions.entity, expressions.record, expressions.namesMembers) = (entity, record, false)
    return expressions
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
    if let choice = choice(&reader) { return choice }
    reader.take()
    if token == record { return path(&reader) }
    if namesMembers, let member = entity?.property(token), !member.isAnonymous {
      return path(&reader, from: [token])
    }
    if token.isSwiftName { return word(token, &reader) }
    return ["{", "}", ")", "]", "\\", ",", ":", ";", "#", "@"].contains(token) ? nil : token
  }

  /// `.calm`, `Mood.calm`
  private func choice(_ reader: inout SwiftReader) -> String? {
    if reader.next == ".", let name = reader.peek(1), name.isSwiftName, name != "now" {
      reader.take()
      reader.take()
      return choices.literal(name)
    }
    guard let type = reader.next, let name = reader.peek(2), reader.peek(1) == ".",
      let literal = choices.literal(name, of: type)
    else { return nil }
    for _ in 0..<3 { reader.take() }
    _ = reader.take(".", "rawValue")
    return literal
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
    case "Calendar": return calendar(&reader)
    case _ where reader.next == "(" && Self.calls[token] != nil:
      guard let arguments = reader.takeBracketed()?.parts(between: [","]).map(whole),
        !arguments.contains(nil)
      else { return nil }
      let list = arguments.compactMap(\.self).joined(separator: ", ")
      return Self.calls[token].map { "\($0)(\(list))" }
    case "Double", "Decimal", "Float", "CGFloat":
      // Numbers of different types can be combined.
      guard reader.next == "(", let inside = reader.takeBracketed() else { return nil }
      return whole(inside).map { inside.tokens.count > 1 ? "(\($0))" : $0 }
    default:
      guard reader.next != "(", reader.next != ".", !namesMembers, namesParameters else {
        return nil
      }
      return "$\(token)"
    }
  }

  private static let calls = [
    "abs": "abs", "min": "min", "max": "max", "sqrt": "sqrt", "floor": "floor", "ceil": "ceil",
    "pow": "power",
  ]

  /// `Calendar.current.component(.year, from: date)`
  private func calendar(_ reader: inout SwiftReader) -> String? {
    guard reader.take(".", "current", ".", "component"), var inside = reader.takeBracketed(),
      inside.take("."), let part = inside.takeName(), inside.take(",", "from", ":"),
      ["year", "month", "day", "weekday", "hour", "minute"].contains(part)
    else { return nil }
    return whole(inside).map { "\(part)(\($0))" }
  }
}

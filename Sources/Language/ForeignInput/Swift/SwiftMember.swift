import Model
import Syntax

/// The type of a member.
struct SwiftMemberType {
  var name: String
  var isArray = false
  var isOptional = false

  var text: String { (isArray ? "[\(name)]" : name) + (isOptional ? "?" : "") }

  init(name: String) { self.name = name }

  /// Reads `String`, `Trip?`, `[Stop]`, `Set<Stop>`; nil for other types.
  ///
  /// - Parameter known: The names of declared types.
  init?(_ body: inout SwiftReader, known: Set<String> = []) {
    var inner: String?
    if body.next == "[" {
      guard let inside = body.takeBracketed() else { return nil }
      isArray = true
      inner = inside.peek(1) == nil ? inside.next : nil
    } else {
      inner = body.takeName()
      if body.take("<") {
        isArray = inner == "Set" || inner == "Array"
        inner = isArray ? body.next : nil
        while let next = body.take(), next != ">" {}
      }
    }
    // `Calendar.Component`, `SchemaV1.Trip`
    while inner != nil, body.take("."), let nested = body.takeName() { inner = nested }
    // The many records of a relationship are never nil.
    isOptional = body.take("?") && !isArray
    guard let inner else { return nil }
    name = known.contains(inner) ? inner : ForeignTypes.meant(by: inner) ?? inner
  }
}

/// The attributes of a member: `@Attribute(.unique)`, `@Relationship(…)`, and its default.
struct SwiftMarks {
  private var bounds = ""
  private var words: [String] = []
  private(set) var isTransient = false

  mutating func read(_ name: String, _ arguments: SwiftReader?) {
    if name == "Transient" { isTransient = true }
    guard let arguments else { return }
    if name == "Attribute", arguments.after(".", "unique") != nil { words.append("unique") }
    guard name == "Relationship" else { return }
    let least = arguments.after("minimumModelCount", ":")?.next.flatMap { Int($0) }
    let most = arguments.after("maximumModelCount", ":")?.next.flatMap { Int($0) }
    if least != nil || most ?? 0 > 1 {
      bounds = "(\(least ?? 0)...\(most.map { String($0) } ?? ""))"
    }
    let rule =
      arguments.after("deleteRule", ":", ".")?.next
      ?? (arguments.next == "." ? arguments.peek(1) : nil)
    if let rule, rule != "noAction" { words.append(rule) }
    if var inverse = arguments.after("inverse", ":", "\\") {
      inverse.take()
      if inverse.take("."), let name = inverse.next { words.append("inverse \(name)") }
    }
  }

  func appended(to text: String) -> String { ([text + bounds] + words).joined(separator: " ") }

  /// A default.
  struct Default {
    var text: String?
    var type: SwiftMemberType?
    var isUnknown = false

    static let absent = Default()
  }

  /// A literal, an enum's case, `Date.now`, `[]`.
  static func value(_ body: inout SwiftReader) -> Default {
    if body.take("[", "]") { return Default(text: "[]") }
    if body.take(".", "now") { return Default(text: "now") }
    if body.take("Date", ".", "now") || body.take("Date", "(", ")") {
      return Default(text: "now", type: SwiftMemberType(name: "Date"))
    }
    if body.take("UUID", "(", ")") || body.take(".", "init", "(", ")") {
      return Default(text: "uuid()", type: SwiftMemberType(name: "UUID"))
    }
    if body.take(".") { return Default(text: body.takeName().map { ".\($0)" }) }
    if let name = body.next, name.isSwiftName, body.peek(1) == ".", let value = body.peek(2) {
      for _ in 0..<3 { body.take() }
      return Default(text: ".\(value)", type: SwiftMemberType(name: name))
    }
    let sign = body.take("-") ? "-" : ""
    guard let token = body.take() else { return Default(isUnknown: true) }
    switch token {
    case "true", "false": return Default(text: token, type: SwiftMemberType(name: "Bool"))
    case "nil": return Default()
    default: break
    }
    if token.isSwiftName || "([{".contains(token) { return Default(isUnknown: true) }
    let type = token.first == "\"" ? "String" : token.contains(".") ? "Double" : "Int"
    return Default(text: sign + token, type: SwiftMemberType(name: type))
  }
}

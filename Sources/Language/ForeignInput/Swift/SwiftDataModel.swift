import Binding
import Model
import Syntax

/// Translates `@Model final class Trip { … }`.
enum SwiftDataModel {
  /// The declaration; nil if a member has no equivalent.
  static func text(_ reader: SwiftReader) -> String? {
    guard var rest = reader.after("class"), let name = rest.takeName() else { return nil }
    while let next = rest.next, next != "{" { rest.take() }
    guard let body = rest.takeBracketed(), let members = members(body), !members.isEmpty else {
      return nil
    }
    return "model \(quotedIfNeeded(name)) { \(members.joined(separator: ", ")) }"
  }

  /// Whether the code declares a class.
  static func isMeant(_ reader: SwiftReader) -> Bool {
    reader.after("@", "Model") != nil || reader.next == "class"
      || reader.peek(1) == "class" && ["final", "public"].contains(reader.next)
  }

  private static func members(_ body: SwiftReader) -> [String]? {
    var body = body
    var members: [String] = []
    while !body.isAtEnd {
      guard let member = member(&body) else { return nil }
      if !member.isEmpty { members.append(member) }
    }
    return members
  }

  /// A member; empty for an initializer.
  private static func member(_ body: inout SwiftReader) -> String? {
    if body.take("init") {
      guard body.takeBracketed() != nil, body.takeBracketed() != nil else { return nil }
      return ""
    }
    var marks = Marks()
    while body.take("@"), let name = body.takeName() {
      marks.read(name, body.next == "(" ? body.takeBracketed() : nil)
    }
    _ = body.take("private") || body.take("public")
    guard body.take("var") || body.take("let"), let name = body.takeName(), body.take(":"),
      let type = type(&body)
    else { return nil }
    let start = "\(quotedIfNeeded(name)): \(type)"
    guard body.take("=") else { return marks.appended(to: start) }
    guard let value = value(&body) else { return nil }
    return marks.appended(to: start) + (value == "[]" && type.hasPrefix("[") ? "" : " = \(value)")
  }

  private static func type(_ body: inout SwiftReader) -> String? {
    var text: String
    if body.next == "[" {
      guard let inside = body.takeBracketed(), let name = inside.next, inside.peek(1) == nil else {
        return nil
      }
      text = "[\(ForeignTypes.meant(by: name) ?? name)]"
    } else {
      guard let name = body.takeName() else { return nil }
      text = ForeignTypes.meant(by: name) ?? name
    }
    if body.take("?") { text += "?" }
    return text
  }

  /// A default: a literal, an enum's case, `Date.now`, `[]`.
  private static func value(_ body: inout SwiftReader) -> String? {
    if body.take("[", "]") { return "[]" }
    if body.take(".", "now") || body.take("Date", ".", "now") || body.take("Date", "(", ")") {
      return "now"
    }
    if body.take("UUID", "(", ")") { return "uuid()" }
    if body.take(".") { return body.takeName().map { ".\($0)" } }
    guard let token = body.take(), !token.isSwiftName || ["true", "false", "nil"].contains(token)
    else { return nil }
    return token
  }

  /// The options of `@Attribute` and `@Relationship`.
  private struct Marks {
    var words: [String] = []

    mutating func read(_ name: String, _ arguments: SwiftReader?) {
      guard let arguments else { return }
      if name == "Attribute", arguments.after(".", "unique") != nil { words.append("unique") }
      guard name == "Relationship" else { return }
      if let rule = arguments.after("deleteRule", ":", ".")?.next, rule != "noAction" {
        words.append(rule)
      }
      if var inverse = arguments.after("inverse", ":", "\\") {
        inverse.take()
        if inverse.take("."), let name = inverse.next { words.append("inverse \(name)") }
      }
    }

    func appended(to text: String) -> String { ([text] + words).joined(separator: " ") }
  }
}

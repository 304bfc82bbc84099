import Binding
import Diagnostics
import Formats
import Foundation
import Model
import Syntax

/// Reads values from the texts that `diff` writes.
struct ChangeText {
  let schema: Schema
  let binder: Binder

  /// The value of a text; nil if it is not of the type.
  func value(_ text: String, of type: ValueType) -> Value? {
    guard case .list(let element) = type else { return TextValue.value(text, of: type) }
    guard let parts = Self.elements(text) else { return nil }
    let values = parts.compactMap { part -> Value? in
      if part.hasPrefix("\"") {
        guard let inner = Self.unquoted(part) else { return nil }
        return TextValue.value(inner, of: element)
      }
      return element == .string ? nil : TextValue.value(part, of: element)
    }
    return values.count == parts.count ? .list(values) : nil
  }

  /// The record of a text such as `Budget#3`; nil if it is none, or of no model of the store.
  func record(_ text: String) -> RecordID? {
    guard let sign = text.firstIndex(of: "#"),
      let entity = schema.entity(String(text[..<sign]))
    else { return nil }
    let root = schema.root(of: entity.name)
    let key = text[text.index(after: sign)...]
    guard let owner = schema.entity(root) else { return nil }
    if owner.identity.parts.isEmpty {
      guard key.utf8.first != UInt8(ascii: "+"), let number = Int64(key), number > 0 else {
        return nil
      }
      return RecordID(entity: root, key: .number(number))
    }
    var parser = ScriptParser(SourceText(name: "", text: "= \(quotedIfNeeded(root))#\(key)"))
    guard case .statement(let statement)? = parser.next(), parser.next() == nil,
      case .evaluate(let syntax) = statement.kind,
      let bound = try? binder.bindExpression(syntax),
      case .literal(.record(let id)) = bound.kind
    else { return nil }
    return id
  }

  /// The record of a text, for a relationship.
  func member(_ text: String, _ relationship: Relationship) -> Value? {
    guard let id = record(text), id.entity == relationship.destination else { return nil }
    return .record(id)
  }

  /// The members in a list, for a relationship.
  func members(_ text: String, _ relationship: Relationship) -> Value? {
    guard let records = records(text),
      records.allSatisfy({ $0.entity == relationship.destination })
    else { return nil }
    return .list(records.map(Value.record))
  }

  /// Whether records of a root entity can be of a model.
  func isKind(_ name: String, of entity: Entity) -> Bool {
    schema.entity(name)?.name == name && schema.root(of: name) == entity.name
  }

  /// Why a text does not name a record.
  func fault(ofRecord text: String) -> String {
    let shown = text.prefix(80)
    guard let sign = text.firstIndex(of: "#") else {
      return "`\(shown)` is not a record such as Budget#3"
    }
    let model = String(text[..<sign])
    if schema.entity(model) != nil { return "`\(shown)` is not a record of \(model)" }
    return Self.suggesting(model, schema.entities.map(\.name), "no model is named `\(model)`")
  }

  /// A message with a similar name, if there is one.
  static func suggesting(_ name: String, _ names: [String], _ message: String) -> String {
    let near = nearestNames(to: name, in: names).first
    return message + (near.map { "; did you mean `\($0)`?" } ?? "")
  }

  /// The records of a list such as `[Tag#1, Tag#3]`; nil if it is not one.
  func records(_ text: String) -> [RecordID]? {
    guard let parts = Self.elements(text) else { return nil }
    let records = parts.compactMap(record)
    return records.count == parts.count ? records : nil
  }

  /// Whether the text is a list.
  static func isList(_ text: String) -> Bool { text.hasPrefix("[") }

  /// The elements of a list, as they are written; nil if the text is something else.
  private static func elements(_ text: String) -> [String]? {
    guard text.hasPrefix("["), text.hasSuffix("]"), text.count > 1 else { return nil }
    let inner = text.dropFirst().dropLast()
    if inner.allSatisfy(\.isWhitespace) { return [] }
    var parts = [""]
    var (isQuoted, isEscaped, depth) = (false, false, 0)
    for scalar in inner.unicodeScalars {
      if !isQuoted, depth == 0, scalar == "," {
        parts.append("")
        continue
      }
      parts[parts.count - 1].unicodeScalars.append(scalar)
      if isEscaped {
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = isQuoted
      } else if scalar == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, scalar == "(" || scalar == ")" {
        depth += scalar == "(" ? 1 : -1
      }
    }
    guard !isQuoted, depth == 0 else { return nil }
    return parts.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The string of a JSON text; nil if it is none, or has a NUL character.
  private static func unquoted(_ text: String) -> String? {
    let string = try? JSONDecoder().decode(String.self, from: Data(text.utf8))
    return string.flatMap { $0.utf8.contains(0) ? nil : $0 }
  }
}

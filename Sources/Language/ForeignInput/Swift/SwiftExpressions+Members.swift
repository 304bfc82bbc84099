import Model
import Syntax

/// Members and methods after a record or a property.
extension SwiftExpressions {
  /// The members after the record.
  func path(_ reader: inout SwiftReader, from start: [String] = []) -> String? {
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
    if name == "trimmingCharacters", reader.take("(", "in", ":", ".") {
      let set = reader.takeName() ?? ""
      return reader.take(")") && set.hasPrefix("whitespace") ? "trim(\(path))" : nil
    }
    switch (name, target) {
    case ("rawValue", .single): return path
    case ("count", .records(let entity)) where ["(", "{"].contains(reader.next):
      return closure(&reader, over: entity).map { "count(\(path) where \($0))" }
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
      if reader.take(".", "isEmpty") { return "none(\(path) where \(condition))" }
      if reader.take(".", "map") || reader.take(".", "compactMap") {
        return mapped(path, over: entity, where: condition, &reader)
      }
      guard reader.take(".", "reduce") else { return nil }
      return sum(of: path, over: entity, where: condition, &reader)
    case ("map", .records(let entity)), ("compactMap", .records(let entity)):
      return mapped(path, over: entity, &reader)
    case ("reduce", .records(let entity)):
      return sum(of: path, over: entity, &reader)
    default: return nil
    }
  }

  /// `(\.amount).max()`, `{ $0.amount }.reduce(0, +)` after `.map`.
  private func mapped(
    _ path: String,
    over entity: Entity?,
    where condition: String? = nil,
    _ reader: inout SwiftReader
  ) -> String? {
    guard let value = closure(&reader, over: entity) else { return nil }
    for name in ["max", "min"] where reader.take(".", name, "(", ")") {
      return Self.aggregate(name, path, value, condition)
    }
    for zero in ["0", "0.0"] where reader.take(".", "reduce", "(", zero, ",", "+", ")") {
      return Self.aggregate("sum", path, value, condition)
    }
    return nil
  }

  /// `sum(path.value where condition)`; nil if the value is not a member.
  private static func aggregate(
    _ name: String,
    _ path: String,
    _ value: String,
    _ condition: String?
  ) -> String? {
    guard value.allSatisfy({ $0.isLetter || $0.isNumber || "._`".contains($0) }) else { return nil }
    return "\(name)(\(path).\(value)\(condition.map { " where \($0)" } ?? ""))"
  }

  /// `(0) { $0 + $1.amount }`, `(0) { sum, one in sum + one.amount }` after `.reduce`.
  private func sum(
    of path: String,
    over entity: Entity?,
    where condition: String? = nil,
    _ reader: inout SwiftReader
  ) -> String? {
    guard reader.take("(", "0", ")") || reader.take("(", "0.0", ")"),
      var body = reader.takeBracketed()
    else { return nil }
    var (total, record) = ("$0", "$1")
    if body.peek(1) == ",", body.peek(3) == "in" {
      (total, record) = (body.take() ?? "", body.peek(1) ?? "")
      for _ in 0..<3 { body.take() }
    }
    _ = body.take("return")
    guard body.take(total, "+") else { return nil }
    return element(entity, named: record).whole(body).flatMap {
      Self.aggregate("sum", path, $0, condition)
    }
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
      guard inside.next == "{" else { return keyPath(inside) }
      guard let body = inside.takeBracketed() else { return nil }
      inside = body
    }
    return inside.next == "\\" ? keyPath(inside) : closure(inside, over: entity)
  }

  /// `\.budget.name`
  private func keyPath(_ reader: SwiftReader) -> String? {
    var reader = reader
    guard reader.take("\\") else { return nil }
    _ = reader.takeName()
    var names: [String] = []
    while reader.take(".") || reader.take("?."), let name = reader.takeName() {
      names.append(quotedIfNeeded(name))
    }
    return reader.isAtEnd && !names.isEmpty ? names.joined(separator: ".") : nil
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

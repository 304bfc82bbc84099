import Model
import Syntax

/// Translates conditions that stand alone or in a statement: `$0.name.contains("Rent")`,
/// `startDate > Date()`, `fetch Budget where $0.limit > 5`.
enum SwiftCondition {
  /// The statement; nil if the code is something else.
  static func statement(_ reader: SwiftReader, _ schema: Schema) -> String? {
    if reader.tokens.contains("=") { return nil }
    var body = reader
    var keyword = "fetch"
    var model: Entity?
    if let first = body.next, ["fetch", "count"].contains(first.lowercased()) {
      // Only a condition with `$0` is Swift.
      guard let name = body.peek(1), body.peek(2) == "where", body.tokens.contains("$0") else {
        return nil
      }
      (keyword, model) = (first.lowercased(), schema.entity(name))
      for _ in 0..<3 { body.take() }
      guard model != nil else { return nil }
    }
    if body.next == "{", let inside = body.takeBracketed() {
      guard body.isAtEnd else { return nil }
      body = inside
    }
    guard let name = member(body), let entity = model ?? owner(of: name, schema) else { return nil }
    let expressions = SwiftExpressions(
      schema: schema,
      entity: entity,
      record: "$0",
      namesMembers: true
    )
    return expressions.whole(body).map { "\(keyword) \(quotedIfNeeded(entity.name)) where \($0)" }
  }

  /// The unknown member that a condition begins with, and a statement about a placeholder; nil if
  /// the code is something else: `startDate > Date()`.
  static func unknown(_ reader: SwiftReader, _ schema: Schema) -> (name: String, text: String)? {
    let isSwift =
      ["$0", "Date"].contains { reader.tokens.contains($0) } || reader.after(".", "now") != nil
    guard isSwift, let name = member(reader), owner(of: name, schema) == nil,
      SQLNames.entity(name, in: schema) == nil
    else { return nil }
    let entity = Entity(
      name: "Model",
      properties: [.attribute(Attribute(name: name, type: .date))]
    )
    let expressions = SwiftExpressions(
      schema: schema,
      entity: entity,
      record: "$0",
      namesMembers: true
    )
    return expressions.whole(reader).map { (name, "fetch Model where \($0)") }
  }

  /// The member that a condition begins with.
  private static func member(_ body: SwiftReader) -> String? {
    if let rest = body.after("$0", ".") { return rest.next }
    guard let first = body.next, first.isSwiftName, let second = body.peek(1),
      ["==", "!=", "<", "<=", ">", ">=", "."].contains(second)
    else { return nil }
    return first
  }

  /// The first entity with a member.
  private static func owner(of name: String, _ schema: Schema) -> Entity? {
    schema.entities.first { $0.property(name).map { !$0.isAnonymous } ?? false }
  }
}

/// A change in Swift: `context.insert(Budget(name: "A"))`, `try context.save()`, `let budget =
/// Budget(name: "A")`, `budget.limit = 5`.
struct SwiftContextCall {
  /// The equivalent statement; its `…` stands for what the code does not say.
  let statement: String

  init?(_ reader: SwiftReader, _ schema: Schema) {
    var reader = reader
    _ = reader.take("try")
    if let text = Self.assignment(reader, schema) {
      statement = text
      return
    }
    guard let context = reader.takeName(), context.lowercased().hasSuffix("context"),
      reader.take("."), let name = reader.takeName(), let arguments = reader.takeBracketed(),
      reader.isAtEnd, let text = Self.statement(name, arguments, schema)
    else { return nil }
    statement = text
  }

  /// `let budget = Budget(name: "A")`, `budget.limit = 5`
  private static func assignment(_ reader: SwiftReader, _ schema: Schema) -> String? {
    var reader = reader
    if reader.take("let") || reader.take("var") {
      guard reader.takeName() != nil, reader.take("="), let type = reader.next,
        schema.entity(type) != nil
      else { return nil }
      return insertion(reader, schema)
    }
    guard let name = reader.takeName(), let entity = SQLNames.entity(name, in: schema),
      reader.take("."), let member = reader.takeName(), entity.property(member) != nil,
      reader.take("=")
    else { return nil }
    let expressions = SwiftExpressions(schema: schema, entity: nil, record: name)
    return expressions.whole(reader).map {
      "update \(quotedIfNeeded(entity.name)) where … set \(quotedIfNeeded(member)) = \($0)"
    }
  }

  private static func statement(
    _ name: String,
    _ arguments: SwiftReader,
    _ schema: Schema
  ) -> String? {
    let entity = arguments.next.flatMap { SQLNames.entity($0, in: schema) }
    let isVariable = arguments.tokens.count == 1
    switch name {
    case "save", "rollback": return arguments.isAtEnd ? name : nil
    case "delete" where isVariable:
      return "delete \(entity.map { quotedIfNeeded($0.name) } ?? "Model") where …"
    case "insert" where isVariable:
      let names = entity?.attributes.prefix(2).map { "\(quotedIfNeeded($0.name)): …" } ?? []
      return "insert \(entity.map { quotedIfNeeded($0.name) } ?? "Model") "
        + (names.isEmpty ? "name: …" : names.joined(separator: ", "))
    case "insert": return insertion(arguments, schema)
    default: return nil
    }
  }

  /// `Budget(name: "A")`
  private static func insertion(_ creation: SwiftReader, _ schema: Schema) -> String? {
    var arguments = creation
    guard let type = arguments.takeName(), let entity = SQLNames.entity(type, in: schema),
      let values = arguments.takeBracketed(), arguments.isAtEnd
    else { return nil }
    let expressions = SwiftExpressions(schema: schema, entity: nil, record: "$0")
    let fields = values.parts(between: [","]).map { part -> String? in
      var part = part
      guard let label = part.takeName(), part.take(":") else { return nil }
      return expressions.whole(part).map { "\(quotedIfNeeded(label)): \($0)" }
    }
    let text =
      "insert \(quotedIfNeeded(entity.name)) "
      + fields.compactMap(\.self).joined(separator: ", ")
    return fields.contains(nil) || fields.isEmpty || !ForeignInput.parses(text) ? nil : text
  }
}

import Model
import Syntax

/// Translates conditions that stand alone or in a statement: `$0.name.contains("Rent")`,
/// `startDate > Date()`, `fetch Budget where $0.limit > 5`.
enum SwiftCondition {
  /// The statement; nil if the code is something else.
  static func statement(_ reader: SwiftReader, _ schema: Schema) -> String? {
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

/// A call of a context: `context.insert(Budget(name: "A"))`, `try context.save()`.
struct SwiftContextCall {
  /// The equivalent statement.
  let statement: String

  init?(_ reader: SwiftReader, _ schema: Schema) {
    var reader = reader
    _ = reader.take("try")
    guard let context = reader.takeName(), context.lowercased().hasSuffix("context"),
      reader.take("."), let name = reader.takeName(), let arguments = reader.takeBracketed(),
      reader.isAtEnd, let text = Self.statement(name, arguments, schema)
    else { return nil }
    statement = text
  }

  private static func statement(
    _ name: String,
    _ arguments: SwiftReader,
    _ schema: Schema
  ) -> String? {
    switch name {
    case "save", "rollback": return arguments.isAtEnd ? name : nil
    case "insert":
      var arguments = arguments
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
    default: return nil
    }
  }
}

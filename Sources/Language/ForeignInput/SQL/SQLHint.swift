import Model
import Syntax

/// Help for SQL that is not translated.
enum SQLHint: String {
  case select = "to read records, write `fetch Budget where … select name, limit sort name desc`"
  case join = "there are no joins; follow a relationship: `select name, budget.name`"
  case insert = "to add records, write `insert Budget name: \"Trip\", limit: 900`"
  case create = "to declare a model, write `model Budget { name: String unique, limit: Double }`"
  case alter = "to add an attribute, write `extend Budget { note: String? }`"
  case drop = "models cannot be dropped"
  case update = "to change records, write `update Budget where name == \"Trip\" set limit = 900`"
  case delete = "to delete records, write `delete Budget where name == \"Trip\"`"
  case transaction = "use `begin`, then `save` or `rollback`"
  case with = "to name a query, write `let big = fetch Budget where …`, then `fetch big`"

  /// The hints by the first word of a statement.
  static let byFirstWord: [String: SQLHint] = [
    "WITH": .with, "CREATE": .create, "ALTER": .alter, "DROP": .drop,
    "ROLLBACK": .transaction, "SAVEPOINT": .transaction, "VALUES": .select,
  ]

  /// The line of help.
  var text: String { rawValue }

  /// The line of help, with an existing model as the example.
  func text(_ schema: Schema) -> String {
    switch self {
    case .select: Self.selectText(schema) ?? text
    case .join: Self.joinText(schema) ?? text
    default: text
    }
  }

  private static func selectText(_ schema: Schema) -> String? {
    guard schema.entity("Budget") == nil, let entity = schema.entities.first else { return nil }
    let names = entity.attributes.prefix(2).map { quotedIfNeeded($0.name) }
    guard let first = names.first else { return nil }
    let columns = names.joined(separator: ", ")
    return "to read records, write `fetch \(quotedIfNeeded(entity.name)) where … select \(columns) "
      + "sort \(first) desc`"
  }

  private static func joinText(_ schema: Schema) -> String? {
    for entity in schema.entities {
      guard let relationship = entity.relationships.first(where: { !$0.isToMany }),
        let attribute = schema.entity(relationship.destination)?.attributes.first
      else { continue }
      let path = [relationship.name, attribute.name].map { quotedIfNeeded($0) }
      return "there are no joins; follow a relationship: "
        + "`fetch \(quotedIfNeeded(entity.name)) select \(path.joined(separator: "."))`"
    }
    return nil
  }
}

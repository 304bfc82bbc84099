import Model
import Syntax

/// What to write instead of SQL that has no equivalent.
enum SQLHint {
  case select
  case join
  case insert
  case create
  case alter
  case drop
  case update
  case delete
  case transaction
  case with

  /// The statements by their first words.
  static let byFirstWord: [String: SQLHint] = [
    "WITH": .with, "ALTER": .alter, "DROP": .drop, "ROLLBACK": .transaction,
    "SAVEPOINT": .transaction, "VALUES": .select,
  ]

  /// The line of help.
  var text: String {
    switch self {
    case .select: "records are read by `fetch Budget where … select name, limit sort name desc`"
    case .join: "tables are not joined: follow the relationship, as in `select name, budget.name`"
    case .insert: "records are added by `insert Budget name: \"Trip\", limit: 900`"
    case .create: "a model is declared by `model Budget { name: String unique, limit: Double }`"
    case .alter: "an attribute is added by `extend Budget { note: String? }`"
    case .drop: "models cannot be dropped"
    case .update: "records are changed by `update Budget where name == \"Trip\" set limit = 900`"
    case .delete: "records are deleted by `delete Budget where name == \"Trip\"`"
    case .transaction: "changes wait from `begin` until `save` or `rollback`"
    case .with:
      "a query gets a name by `let big = fetch Budget where …`, and is asked by `fetch big`"
    }
  }

  /// The line of help, with a model that there is.
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
    return "records are read by `fetch \(quotedIfNeeded(entity.name)) where … select \(columns) "
      + "sort \(first) desc`"
  }

  private static func joinText(_ schema: Schema) -> String? {
    for entity in schema.entities {
      guard let relationship = entity.relationships.first(where: { !$0.isToMany }),
        let attribute = schema.entity(relationship.destination)?.attributes.first
      else { continue }
      let path = [relationship.name, attribute.name].map { quotedIfNeeded($0) }
      return "tables are not joined: follow the relationship, as in "
        + "`fetch \(quotedIfNeeded(entity.name)) select \(path.joined(separator: "."))`"
    }
    return nil
  }
}

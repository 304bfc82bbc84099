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
    "WITH": .with, "ALTER": .alter, "DROP": .drop, "UPDATE": .update, "DELETE": .delete,
    "TRUNCATE": .delete, "COMMIT": .transaction, "ROLLBACK": .transaction, "VALUES": .select,
  ]

  /// What is wrong.
  var message: String {
    switch self {
    case .update: "records cannot be changed yet"
    case .delete: "records cannot be deleted yet"
    default: "this is SQL"
    }
  }

  /// The line of help.
  var text: String {
    switch self {
    case .select: "records are read by `fetch Budget where … select name, limit sort name desc`"
    case .join: "tables are not joined: follow the relationship, as in `select name, budget.name`"
    case .insert: "records are added by `insert Budget name: \"Trip\", limit: 900`"
    case .create: "a model is declared by `model Budget { name: String unique, limit: Double }`"
    case .alter: "an attribute is added by `extend Budget { note: String? }`"
    case .drop: "models cannot be dropped"
    case .update, .delete:
      "they are read by `fetch`, added by `insert` and read from files by `import`"
    case .transaction: "each statement does all that it says, or nothing"
    case .with:
      "a query gets a name by `let big = fetch Budget where …`, and is asked by `fetch big`"
    }
  }

  /// The line of help; for a join with a relationship that there is.
  func text(_ schema: Schema) -> String {
    guard case .join = self else { return text }
    for entity in schema.entities {
      guard let relationship = entity.relationships.first(where: { !$0.isToMany }),
        let attribute = schema.entity(relationship.destination)?.attributes.first
      else { continue }
      let path = [relationship.name, attribute.name].map { quotedIfNeeded($0) }
      return "tables are not joined: follow the relationship, as in "
        + "`fetch \(quotedIfNeeded(entity.name)) select \(path.joined(separator: "."))`"
    }
    return text
  }
}

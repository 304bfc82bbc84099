import SQLGeneration

/// What to do about a statement that the server does not permit. Its code is the same for all
/// reasons, so the message decides; messages in other languages get no help.
enum PermissionHelp {
  static func lines(for message: String, _ operation: String) -> [String] {
    if message.contains("row-level security") {
      return ["a row-level security policy refuses this"]
    }
    let start = "permission denied for "
    guard message.hasPrefix(start) else { return [] }
    let object = message.dropFirst(start.count)
    guard let kind = kinds.first(where: { object.hasPrefix($0 + " ") }) else { return [] }
    let name = String(object.dropFirst(kind.count + 1))
    let isPlain = name.wholeMatch(of: #/[a-z_][a-z0-9_]*/#) != nil
    let quoted = isPlain ? name : name.quotedForSQL
    let reads = operation != "write"
    let statement =
      switch kind {
      case "schema": "GRANT \(reads ? "USAGE" : "USAGE, CREATE") ON SCHEMA \(quoted) TO …"
      case "database": "GRANT \(reads ? "CONNECT" : "CREATE") ON DATABASE \(quoted) TO …"
      case "sequence": "GRANT USAGE ON SEQUENCE \(quoted) TO …"
      default: "GRANT \(reads ? "SELECT" : "SELECT, INSERT, UPDATE, DELETE") ON \(quoted) TO …"
      }
    return ["its owner can grant the privilege: `\(statement)`"]
  }

  private static let kinds = [
    "table", "view", "materialized view", "foreign table", "sequence", "schema", "database",
  ]
}

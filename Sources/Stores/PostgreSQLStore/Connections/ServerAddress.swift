import Foundation

/// The address of a database on a server: `postgres://user@host:5432/shop?schema=app`.
struct ServerAddress: Sendable {
  /// The address for libpq, without Martlet's own parameters. It may contain a password.
  let uri: String
  /// The address to show, without a password.
  let shown: String
  /// The schema to look in first; nil for the server's `search_path`.
  let schema: String?

  /// Nil if `text` is not such an address.
  init?(_ text: String) {
    let schemes = ["postgres://", "postgresql://"]
    guard let scheme = schemes.first(where: text.lowercased().hasPrefix) else { return nil }
    // libpq knows only the scheme in lower case; others it shows in an error with the password.
    let text = scheme + text.dropFirst(scheme.count)
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let parameters = parts.count < 2 ? [] : parts[1].split(separator: "&").map(String.init)
    func name(_ parameter: String) -> String {
      String(parameter.prefix { $0 != "=" }).removingPercentEncoding?.lowercased() ?? ""
    }
    let own = parameters.first { name($0) == "schema" }
    schema = own.flatMap { $0.dropFirst("schema=".count).removingPercentEncoding }
    func address(_ base: String, _ parameters: [String]) -> String {
      base + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
    }
    uri = address(String(parts[0]), parameters.filter { name($0) != "schema" })
    let secret: Set = ["password", "sslpassword", "oauth_client_secret"]
    shown = address(
      Self.withoutPassword(String(parts[0])),
      parameters.filter { !secret.contains(name($0)) }
    )
  }

  /// The address to show of another SQL schema in the same database.
  func shown(schema name: String) -> String {
    let parts = shown.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let others = parts.count < 2 ? [] : parts[1].split(separator: "&").map(String.init)
    let kept = others.filter { !$0.lowercased().hasPrefix("schema=") }
    let escaped = name.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed) ?? name
    return String(parts[0]) + "?" + (kept + ["schema=\(escaped)"]).joined(separator: "&")
  }

  /// Why the SQL schema cannot be opened; nil if it can, or if the address names no SQL schema.
  var schemaProblem: (reason: String, help: String)? {
    guard let schema else { return nil }
    if schema.isEmpty {
      return ("`?schema=` names no SQL schema", "`?schema=app` names the SQL schema `app`")
    }
    if schema.hasPrefix("pg_") || schema == "information_schema" {
      return (
        "the SQL schema `\(schema)` belongs to the server",
        "name another SQL schema, or none"
      )
    }
    return nil
  }

  /// The address without what follows the first colon of `user:password@`.
  private static func withoutPassword(_ base: String) -> String {
    guard let start = base.range(of: "://")?.upperBound else { return base }
    let authority = base[start...].prefix { $0 != "/" }
    guard let end = authority.lastIndex(of: "@") else {
      // A password with a slash ends with a later `@`.
      guard let end = base.lastIndex(of: "@"), end > start else { return base }
      return String(
        base[..<start] + base[start...].prefix { $0 != ":" && $0 != "/" } + base[end...]
      )
    }
    return String(base[..<start] + base[start..<end].prefix { $0 != ":" } + base[end...])
  }
}

import Diagnostics
import Model
import Syntax

/// Invalid keys of `upsert`.
enum KeyError: BindingError {
  case noneDeclared(NameSyntax, entity: String)
  case noKey([NameSyntax], entity: String, keys: [[String]])
  case noneGiven(SourceSpan, entity: String, keys: [[String]])
  case lacksValue(SourceSpan, [String], key: [String])

  var diagnostic: Diagnostic {
    switch self {
    case .noneDeclared(let name, let entity):
      Diagnostic(
        "`upsert` finds records by a unique key, but \(entity) has none",
        at: name.span,
        help: ["declare an attribute `unique`, or add records with `insert`"]
      )
    case .noKey(let names, let entity, let keys):
      Diagnostic(
        "\(Self.text(names.map(\.text))) is not a unique key of \(entity)",
        at: names.dropFirst().reduce(names[0].span) { $0.joined(with: $1.span) },
        help: [Self.list(keys, of: entity)]
      )
    case .noneGiven(let span, let entity, let keys):
      Diagnostic(
        "no unique key identifies this \(entity)",
        at: span,
        help: [Self.list(keys, of: entity)]
      )
    case .lacksValue(let span, let missing, let key):
      Diagnostic(
        "\(Self.text(key)) is the key, but this record has no value for \(missing.map { "`\($0)`" }.joined(separator: " and "))",
        at: span
      )
    }
  }

  /// `the unique keys of Budget are `name` and `(owner, purpose)``
  private static func list(_ keys: [[String]], of entity: String) -> String {
    let texts = keys.map(text)
    guard let last = texts.last, texts.count > 1 else {
      return "the unique key of \(entity) is \(texts.first ?? "")"
    }
    return
      "the unique keys of \(entity) are \(texts.dropLast().joined(separator: ", ")) and \(last)"
  }

  private static func text(_ key: [String]) -> String {
    let names = key.map(quotedIfNeeded).joined(separator: ", ")
    return key.count == 1 ? "`\(names)`" : "`(\(names))`"
  }
}

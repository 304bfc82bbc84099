public import Syntax

/// A saved query, or a named change.
public struct SavedQuery: Sendable {
  /// The entity of the query: `Budget` in `Budget.overspent`.
  public let entity: String?
  /// The name without the entity.
  public let name: String
  /// The parameters.
  public let parameters: [ParameterDeclaration]
  /// The query or the changes.
  public let body: SavedBody
  /// The `let` statement in canonical form.
  public let text: String
  /// The name as queries write it: `Budget.overspent`, `recent`.
  public let fullName: String
  /// The lowercase words of the text.
  fileprivate let words: Set<String>

  init(
    entity: String?,
    name: String,
    parameters: [ParameterDeclaration],
    body: SavedBody,
    text: String
  ) {
    self.entity = entity
    self.name = name
    self.parameters = parameters
    self.body = body
    self.text = text
    fullName = entity.map { "\(quotedIfNeeded($0)).\(quotedCase(name))" } ?? quotedIfNeeded(name)
    words = Self.words(text)
  }

  fileprivate static func words(_ text: String) -> Set<String> {
    Set(
      text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    )
  }
}

extension SavedQuery {
  /// The query; nil for a named change.
  public var query: QuerySyntax? { body.query }

  /// Whether this is a named change.
  public var isChange: Bool { !body.changes.isEmpty }
}

extension [SavedQuery] {
  /// The queries that may depend on the query `name`, because their text contains its name or that
  /// of another dependent. There may be too many, but never too few.
  public func dependents(of name: String) -> [SavedQuery] {
    var found: Set<Int> = []
    var rest = [name]
    while let name = rest.popLast() {
      let words = SavedQuery.words(name)
      for place in indices where !found.contains(place) && words.isSubset(of: self[place].words) {
        found.insert(place)
        rest.append(self[place].name)
      }
    }
    return found.sorted().map { self[$0] }
  }
}

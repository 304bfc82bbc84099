public import Syntax

/// A query that `let` gave a name.
public struct SavedQuery: Sendable {
  /// The entity that the query belongs to: `Budget` in `Budget.overspent`.
  public let entity: String?
  /// The query's own name.
  public let name: String
  /// What it is given.
  public let parameters: [ParameterDeclaration]
  /// The query.
  public let query: QuerySyntax
  /// The whole `let` statement in its canonical spelling.
  public let text: String
  /// The name as a query writes it: `Budget.overspent`, `recent`.
  public let fullName: String
  /// The words that stand in the text, in lower case.
  fileprivate let words: Set<String>

  init(
    entity: String?,
    name: String,
    parameters: [ParameterDeclaration],
    query: QuerySyntax,
    text: String
  ) {
    self.entity = entity
    self.name = name
    self.parameters = parameters
    self.query = query
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

extension [SavedQuery] {
  /// Those that may mean something else where the meaning of the query `name` changes: it or one of
  /// them stands in their text. There may be too many, but never too few.
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

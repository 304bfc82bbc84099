public import Syntax

extension [ModelDeclaration] {
  /// The declarations that use `names` directly or indirectly.
  public func using(_ names: [String]) -> [ModelDeclaration] {
    let uses = DeclarationUses(map(\.name.text), map(\.usedNames))
    // Declarations with saved queries are always included.
    let declarationsWithQueries = indices.filter { self[$0].usesSavedQuery }
    return uses.places(using: names, and: declarationsWithQueries).map { self[$0] }
  }
}

extension [TypeDeclaration] {
  /// The declarations that use the types `names` directly or indirectly.
  public func using(_ names: [String]) -> [TypeDeclaration] {
    DeclarationUses(map(\.name.text), map(\.typeNames)).places(using: names).map { self[$0] }
  }
}

extension ModelDeclaration {
  /// The types and models that it uses.
  var usedNames: [NameSyntax] { [parent].compactMap { $0 } + members.flatMap(\.typeNames) }

  fileprivate var usesSavedQuery: Bool { members.contains(where: \.usesSavedQuery) }
}

/// Which declarations use which names, ignoring case.
private struct DeclarationUses {
  private let names: [String]
  private let users: [String: [Int]]

  init(_ names: [String], _ uses: [[NameSyntax]]) {
    self.names = names
    var users: [String: [Int]] = [:]
    for (place, used) in uses.enumerated() {
      for name in Set(used.map { $0.text.lowercased() }) { users[name, default: []].append(place) }
    }
    self.users = users
  }

  /// The indexes of declarations that use `names`, of `others`, and of all that use these.
  func places(using names: [String], and others: [Int] = []) -> [Int] {
    var found = Set(others)
    var rest = names + others.map { self.names[$0] }
    while let name = rest.popLast() {
      for place in users[name.lowercased()] ?? [] where found.insert(place).inserted {
        rest.append(self.names[place])
      }
    }
    return found.sorted()
  }
}

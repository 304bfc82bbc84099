public import Syntax

extension [ModelDeclaration] {
  /// Those whose meaning may change with that of `names`: they use these, or others that do.
  public func using(_ names: [String]) -> [ModelDeclaration] {
    let uses = DeclarationUses(map(\.name.text), map(\.usedNames))
    // What a saved query uses is not known here.
    let askers = indices.filter { self[$0].asksSavedQuery }
    return uses.places(using: names, and: askers).map { self[$0] }
  }
}

extension [TypeDeclaration] {
  /// Those that are made of the types `names`, or of others that are.
  public func using(_ names: [String]) -> [TypeDeclaration] {
    DeclarationUses(map(\.name.text), map(\.typeNames)).places(using: names).map { self[$0] }
  }
}

extension ModelDeclaration {
  /// The names of types and models that it needs.
  var usedNames: [NameSyntax] { [parent].compactMap { $0 } + members.flatMap(\.typeNames) }

  fileprivate var asksSavedQuery: Bool { members.contains(where: \.asksSavedQuery) }
}

/// Which of several declarations use which names, in any case.
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

  /// The places of those that use `names`, of `others`, and of all that use any of these.
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

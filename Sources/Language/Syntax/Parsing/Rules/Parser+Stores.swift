import Diagnostics

extension Parser {
  mutating func useStatement() throws(SyntaxError) -> NameSyntax {
    push(try expect(.use))
    let name = try name(.store)
    pop()
    return name
  }

  mutating func mergeStatement() throws(SyntaxError) -> MergeStatement {
    push(try expect(.merge))
    let store = try name(.store)
    let target = nextIf(.into) ? try name(.store) : nil
    let policy = nextIf(.preferring) ? try mergePolicy() : nil
    let asking = policy == nil && isNext(.asking) ? advance().span : nil
    pop()
    return MergeStatement(store: store, target: target, policy: policy, asking: asking)
  }

  mutating func mergePolicy() throws(SyntaxError) -> Keyword {
    guard let keyword = peek().keyword, MergeStatement.policies.contains(keyword) else {
      throw mismatch(.tokens(MergeStatement.policies.map(\.rawValue)))
    }
    advance()
    return keyword
  }

  mutating func copyStatement() throws(SyntaxError) -> CopyStatement {
    push(try expect(.copy))
    var models: [NameSyntax] = []
    if peek().keyword == .all {
      advance()
    } else {
      models.append(try name(.entity))
      while nextIf(.comma) { models.append(try name(.entity)) }
    }
    let signs = models.isEmpty ? [] : [Symbol.comma.rawValue]
    try expect(.from, or: .tokens(signs + [Keyword.from.rawValue]))
    let store = try name(.store)
    pop()
    return CopyStatement(models: models, store: store)
  }
}

extension MergeStatement {
  /// The words after `preferring`.
  public static let policies: [Keyword] = [.newest, .this, .other, .error]

  /// The words that can follow.
  var missingWords: [String] {
    if policy != nil || asking != nil { return [] }
    let words: [Keyword] = (target == nil ? [.into] : []) + [.preferring, .asking]
    return words.map(\.rawValue)
  }
}

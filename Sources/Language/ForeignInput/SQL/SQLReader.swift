/// Reads SQL tokens.
struct SQLReader {
  private(set) var tokens: ArraySlice<SQLToken>

  init(_ tokens: some Sequence<SQLToken>) { self.tokens = ArraySlice(Array(tokens)) }

  var isAtEnd: Bool { tokens.isEmpty }
  var next: SQLToken? { tokens.first }

  func peek(_ distance: Int) -> SQLToken? { tokens.dropFirst(distance).first }

  @discardableResult
  mutating func take() -> SQLToken? { tokens.popFirst() }

  /// Whether the words are next.
  func isAt(_ words: String...) -> Bool {
    words.enumerated().allSatisfy { peek($0)?.keyword == $1 }
  }

  func isAt(symbol: String) -> Bool { next == SQLToken(kind: .symbol, text: symbol) }

  /// Consumes the words if they are next.
  mutating func take(_ words: String...) -> Bool {
    guard words.enumerated().allSatisfy({ peek($0)?.keyword == $1 }) else { return false }
    tokens = tokens.dropFirst(words.count)
    return true
  }

  mutating func take(symbol: String) -> Bool {
    guard isAt(symbol: symbol) else { return false }
    take()
    return true
  }

  /// Consumes the name of a table, a column or an alias.
  mutating func takeName() -> String? {
    guard let next, next.isName else { return nil }
    take()
    return next.text
  }

  /// Consumes a table name: `budget`, `main.budget`.
  mutating func takeTableName() -> String? {
    guard var name = takeName() else { return nil }
    while take(symbol: ".") {
      guard let next = takeName() else { return nil }
      name = next
    }
    return name
  }

  /// Consumes parentheses and returns their content.
  mutating func takeParenthesized() -> SQLReader? {
    guard take(symbol: "(") else { return nil }
    var depth = 1
    for (index, token) in tokens.enumerated() where token.kind == .symbol {
      depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0
      if depth == 0 {
        let inside = SQLReader(tokens.prefix(index))
        tokens = tokens.dropFirst(index + 1)
        return inside
      }
    }
    return nil
  }

  /// The parts separated by commas outside of parentheses.
  var commaParts: [SQLReader] {
    var depth = 0
    var parts: [[SQLToken]] = [[]]
    for token in tokens {
      if token.kind == .symbol { depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0 }
      if depth == 0, token == SQLToken(kind: .symbol, text: ",") {
        parts.append([])
      } else {
        parts[parts.count - 1].append(token)
      }
    }
    return parts.map { SQLReader($0) }
  }

  /// The clauses that begin with one of `words` outside of parentheses; nil if a word is repeated.
  /// Where an operand must follow, a word is a name: `SELECT name, limit`.
  func clauses(_ words: Set<String>) -> [String: SQLReader]? {
    var depth = 0
    var clauses: [String: [SQLToken]] = [:]
    var current = ""
    var previous: SQLToken?
    for token in tokens {
      defer { previous = token }
      if token.kind == .symbol { depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0 }
      if depth == 0, previous?.expectsOperand != true, let word = token.keyword,
        words.contains(word)
      {
        guard clauses[word] == nil else { return nil }
        current = word
        clauses[word] = []
      } else {
        clauses[current, default: []].append(token)
      }
    }
    return clauses.mapValues { SQLReader($0) }
  }
}

extension SQLToken {
  private static let wordsBeforeOperands: Set<String> = [
    "SELECT", "DISTINCT", "WHERE", "AND", "OR", "NOT", "BY", "HAVING", "ON", "CASE", "WHEN", "THEN",
    "ELSE", "LIKE", "BETWEEN", "AS",
  ]

  /// Whether an operand must follow.
  fileprivate var expectsOperand: Bool {
    switch kind {
    case .symbol: ![")", "*"].contains(text)
    case .word: Self.wordsBeforeOperands.contains(text.uppercased())
    default: false
    }
  }
}

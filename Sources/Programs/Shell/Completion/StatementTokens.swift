import Diagnostics
import Syntax

/// The tokens of the statement at the cursor, without a prefix such as `explain`, `trace`, `watch`,
/// `preview` or `let … =`.
struct StatementTokens {
  /// The prefix of the statement.
  enum Wrapper: Equatable {
    case explain
    case trace
    case watch
    case preview
    /// The parameters that `let` declares.
    case save(parameters: [String])
    /// `export`, optionally with a bracket before the query.
    case export(isInBrackets: Bool)
    /// `expect`, optionally with a bracket before the query.
    case expect(isInBrackets: Bool)
    /// `expect error "…"`
    case expectError
  }

  private(set) var tokens: [Token]
  private(set) var wrapper: Wrapper?
  /// Whether `run` follows `explain`.
  private(set) var runs = false
  /// The offset of the statement including its prefix; nil if it is empty.
  let start: Int?

  init(_ source: SourceText) {
    tokens = Self.all(source)
    start = tokens.first?.span.lowerBound
    if tokens.first?.keyword == .explain {
      wrapper = .explain
      tokens.removeFirst()
      runs = tokens.first?.keyword == .run
      if runs { tokens.removeFirst() }
    }
    switch tokens.first?.keyword {
    case .trace:
      wrapper = .trace
      tokens.removeFirst()
    case .watch: unwrapWatched()
    case .preview:
      wrapper = .preview
      tokens.removeFirst()
    case .let: unwrapQuery(source)
    case .export: unwrapExported()
    case .expect: unwrapExpected()
    default: break
    }
    while isInQueryOfQuery { tokens.removeFirst(2) }
  }

  /// Whether the cursor is in the query in parentheses of `fetch (fetch …` or `count (fetch …`.
  private var isInQueryOfQuery: Bool {
    guard tokens.count > 2, [.fetch, .count].contains(tokens[0].keyword),
      tokens[1].symbol == .leftParenthesis, tokens[2].keyword == .fetch
    else { return false }
    var depth = 0
    for token in tokens.dropFirst() {
      depth += token.nesting
      if depth == 0 { return false }
    }
    return true
  }

  mutating func removeLast() { tokens.removeLast() }

  private static func all(_ source: SourceText) -> [Token] {
    let text = TextTokens(source)
    var tokens: [Token] = []
    let start = text.commands.last?.upperBound ?? 0
    for token in text.tokens where token.span.lowerBound >= start {
      if token.kind == .comment, token.span.upperBound < source.bytes.count { continue }
      if token.beginsStatement { tokens = [] }
      if token.symbol == .semicolon { tokens = [] } else { tokens.append(token) }
    }
    return tokens
  }

  /// Removes `watch`, and `for 10 seconds` if the query follows.
  private mutating func unwrapWatched() {
    let query = tokens.firstIndex { $0.keyword == .fetch || $0.keyword == .count }
    let isTimed = tokens.count > 1 && tokens[1].keyword == .for
    if isTimed, query == nil { return }
    wrapper = .watch
    tokens.removeFirst(isTimed ? query ?? 1 : 1)
  }

  /// Removes `export` and `export (` while the cursor is in the query.
  private mutating func unwrapExported() {
    guard tokens.count > 1 else { return }
    let isInBrackets = tokens[1].symbol == .leftParenthesis
    guard isInBrackets || [.fetch, .count].contains(tokens[1].keyword) else { return }
    var depth = 0
    for token in tokens.dropFirst() {
      depth += token.nesting
      if depth == 0, isInBrackets || token.keyword == .to { return }
    }
    wrapper = .export(isInBrackets: isInBrackets)
    tokens.removeFirst(isInBrackets ? 2 : 1)
  }

  /// Removes `expect` and `expect (` while the cursor is in the query, and `expect error "…"`.
  private mutating func unwrapExpected() {
    if tokens.count > 1, tokens[1].keyword == .error {
      wrapper = .expectError
      tokens.removeFirst(2)
      if case .string = tokens.first?.kind { tokens.removeFirst() }
      return
    }
    let isInBrackets = tokens.count > 1 && tokens[1].symbol == .leftParenthesis
    let depth = tokens.dropFirst().reduce(0) { $0 + $1.nesting }
    if isInBrackets, depth == 0 { return }
    wrapper = .expect(isInBrackets: isInBrackets)
    tokens.removeFirst(isInBrackets ? 2 : 1)
  }

  /// Removes `let recent(days: Int = 7) =`, if it is complete.
  private mutating func unwrapQuery(_ source: SourceText) {
    var depth = 0
    var parameters: [String] = []
    for (index, token) in tokens.enumerated() {
      depth += token.nesting
      if depth == 1, token.symbol == .colon, index > 0 {
        parameters.append(source.text(in: tokens[index - 1].span))
      }
      if depth == 0, token.symbol == .assign {
        wrapper = .save(parameters: parameters)
        tokens.removeFirst(index + 1)
        return
      }
    }
  }
}

extension Token {
  /// Whether the token is a statement's keyword at the start of a line.
  fileprivate var beginsStatement: Bool {
    lineBreak != .none && keyword?.roles.contains(.statement) == true
  }
}

/// The tokens before the cursor, with their names.
struct TokenReader {
  let tokens: [Token]
  let source: SourceText

  /// The name of token `index`, without backticks.
  func name(_ index: Int) -> String {
    let token = tokens[index]
    if case .quotedName(let name) = token.kind { return name }
    return source.text(in: token.span)
  }
}

extension Token {
  /// Whether it separates the names of a path.
  var isDot: Bool { symbol == .dot || symbol == .optionalDot }

  /// The change of the bracket depth: 1, 0 or -1.
  var nesting: Int { symbol?.closing != nil ? 1 : symbol?.isClosing == true ? -1 : 0 }
}

extension [Token] {
  /// The number of open braces at the end.
  var braceDepth: Int {
    reduce(0) { $0 + ($1.symbol == .leftBrace ? 1 : $1.symbol == .rightBrace ? -1 : 0) }
  }
}

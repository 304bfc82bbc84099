import Diagnostics
import Model
import Syntax

/// What the tokens before the cursor say about what may follow.
struct CompletionContext {
  /// What kind of thing may stand at the cursor.
  enum Expectation: Equatable {
    case statement
    /// A model's name.
    case entity
    /// The name of something that an insert gives a value.
    case insertedMember
    /// A value: the beginning of an expression.
    case operand
    /// What may follow a complete value.
    case continuation
    /// A member of the composite or the entity that a path has reached.
    case member(PathOwner)
    /// What follows `@`.
    case special
    /// The relationship of an entity, which a backlink follows.
    case backlink(String)
    case sortOption
    case type
    case nothing
  }

  /// What a path has reached, and whose members may follow its dot.
  enum PathOwner: Equatable {
    case entity(String)
    case composite([CompositeField])
  }

  /// The beginning of a word that stands before the cursor; empty between words.
  let written: String
  /// What may stand there.
  private(set) var expectation = Expectation.nothing
  /// The scope that the cursor stands in: whose members names mean, and which clauses were begun.
  let scope: CompletionScopes.Scope
  /// The word that begins the statement.
  let statement: Keyword?

  private let scopes: CompletionScopes
  private let reader: TokenReader
  private var tokens: [Token] { reader.tokens }

  /// Reads `text`, which ends at the cursor; nil inside of literals and comments.
  init?(_ text: String, schema: Schema) {
    let source = SourceText(name: "", text: text)
    var tokens = Self.statementTokens(source)
    if let last = tokens.last, last.span.upperBound == source.bytes.count {
      switch last.kind {
      case .word: tokens.removeLast()
      case .symbol: break
      default: return nil
      }
      written = last.isWord ? source.text(in: last.span) : ""
    } else {
      written = ""
    }
    statement = tokens.first?.keyword.flatMap { $0.roles.contains(.statement) ? $0 : nil }
    reader = TokenReader(tokens: tokens, source: source)
    let entity = Self.entity(of: statement, reader, schema)
    scopes = CompletionScopes(reader, entity: entity, schema: schema)
    scope = scopes.innermost
    expectation = expected()
  }

  /// The tokens of the statement that the cursor stands in.
  private static func statementTokens(_ source: SourceText) -> [Token] {
    var lexer = Lexer(source, keepsComments: true)
    var tokens: [Token] = []
    while true {
      let token = lexer.next()
      if token.kind == .end { return tokens }
      if token.beginsStatement { tokens = [] }
      if token.symbol == .semicolon { tokens = [] } else { tokens.append(token) }
    }
  }

  /// The entity is the first name behind the statement's keyword.
  private static func entity(
    of statement: Keyword?,
    _ reader: TokenReader,
    _ schema: Schema
  ) -> Entity? {
    guard let statement, statement != .model, statement != .import else { return nil }
    let name = reader.tokens.indices.dropFirst().first {
      reader.tokens[$0].keyword != .only && reader.tokens[$0].keyword != .all
    }
    return name.map(reader.name).flatMap { schema.entity($0) ?? schema.looseEntity($0) }
  }

  private func expected() -> Expectation {
    guard let last = tokens.last else { return .statement }
    if let special = expectedInBacklink() { return special }
    if last.isDot { return pathOwner().map { .member($0) } ?? .nothing }
    if last.symbol == .at { return .special }
    if last.symbol == .leftParenthesis, asksForQuery(tokens.dropLast().last) { return .entity }
    if tokens.count == 1 { return expectedAfterStatement(last) }
    if tokens.count == 2, last.keyword == .only || last.keyword == .all { return .entity }
    if last.keyword == .into { return .entity }
    if statement == .model {
      return last.symbol == .colon || last.symbol == .leftBracket ? .type : .nothing
    }
    if statement == .insert, scope.form != .query { return expectedInInsert(last) }
    if last.keyword == .as { return .nothing }
    if scope.clause == .sort, last.keyword.map({ $0.roles.contains(.sortKey) }) == true {
      return .sortOption
    }
    return last.endsOperand ? .continuation : .operand
  }

  private func expectedAfterStatement(_ token: Token) -> Expectation {
    switch token.keyword {
    case .fetch, .count, .insert: .entity
    default: token.symbol == .assign ? .operand : .nothing
    }
  }

  private func expectedInInsert(_ last: Token) -> Expectation {
    switch last.symbol {
    case .colon: .operand
    case .comma, .leftBrace: .insertedMember
    default: tokens.count == 2 ? .insertedMember : .nothing
    }
  }

  /// Whether a query may stand in the parentheses behind `token`.
  private func asksForQuery(_ token: Token?) -> Bool {
    token?.keyword == .in || statement == .insert && token?.symbol == .colon
  }

  /// `@inverse(` waits for an entity, `@inverse(Expense.` for a relationship of it.
  private func expectedInBacklink() -> Expectation? {
    let start = scope.start
    guard start > 2, tokens[start - 2].keyword == .inverse, tokens[start - 3].symbol == .at
    else { return nil }
    switch tokens.count - start {
    case 0: return .entity
    case 2: return .backlink(reader.name(start))
    default: return .nothing
    }
  }

  /// What the path before the final dot has reached.
  private func pathOwner() -> PathOwner? {
    let path = CompletionPath(reader, before: tokens.count - 1)
    guard let entity = scope.entity, !path.isEmpty else { return nil }
    return path.owner(from: entity, scopes)
  }
}

extension Token {
  fileprivate var isWord: Bool {
    if case .word = kind { true } else { false }
  }

  /// Whether the token begins a line with a statement's keyword.
  fileprivate var beginsStatement: Bool {
    lineBreak != .none && keyword?.roles.contains(.statement) == true
  }

  /// Whether a value is complete with this token.
  fileprivate var endsOperand: Bool {
    switch kind {
    case .string, .integer, .number, .date, .parameter, .quotedName: true
    case .word(let keyword):
      keyword.map {
        $0.roles.isDisjoint(with: [.clause, .operator, .conditional, .quantifier]) && $0 != .not
      }
        ?? true
    case .symbol(let symbol): symbol.isClosing
    default: false
    }
  }
}

extension Schema {
  /// The entity with the letters of `name`, if there is only one.
  fileprivate func looseEntity(_ name: String) -> Entity? {
    let matches = entities.filter { $0.name.lowercased() == name.lowercased() }
    return matches.count == 1 ? matches[0] : nil
  }
}

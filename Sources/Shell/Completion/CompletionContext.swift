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
  /// The entity whose members names mean.
  private(set) var entity: Entity?
  /// The clause that the cursor stands in.
  private(set) var clause: Keyword?
  /// The clauses that the statement has already.
  private(set) var clauses: Set<Keyword> = []
  /// The word that begins the statement.
  private(set) var statement: Keyword?

  private let tokens: [Token]
  private let source: SourceText

  /// Reads `text`, which ends at the cursor; nil inside of literals and comments.
  init?(_ text: String, schema: Schema) {
    source = SourceText(name: "", text: text)
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
    self.tokens = tokens
    analyse(schema)
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

  private mutating func analyse(_ schema: Schema) {
    statement = tokens.first?.keyword.flatMap { $0.roles.contains(.statement) ? $0 : nil }
    findEntity(schema)
    findClauses()
    expectation = expected(schema)
  }

  /// The entity is the first name behind the statement's keyword.
  private mutating func findEntity(_ schema: Schema) {
    guard let statement, statement != .model, statement != .import else { return }
    let name = tokens.dropFirst().first { $0.keyword != .only && $0.keyword != .all }
    entity = name.flatMap { schema.entity(nameText($0)) ?? schema.looseEntity(nameText($0)) }
  }

  private mutating func findClauses() {
    var depth = 0
    for token in tokens.dropFirst(2) {
      if token.symbol?.closing != nil { depth += 1 }
      if token.symbol?.isClosing == true { depth -= 1 }
      if depth == 0, let keyword = token.keyword, keyword.roles.contains(.clause) {
        clause = keyword
        clauses.insert(keyword)
      }
    }
  }

  private func expected(_ schema: Schema) -> Expectation {
    guard let last = tokens.last else { return .statement }
    if last.symbol == .dot || last.symbol == .optionalDot {
      return pathOwner(schema).map { .member($0) } ?? .nothing
    }
    if tokens.count == 1 { return expectedAfterStatement(last) }
    if tokens.count == 2, last.keyword == .only || last.keyword == .all { return .entity }
    if last.keyword == .into { return .entity }
    if statement == .model {
      return last.symbol == .colon || last.symbol == .leftBracket ? .type : .nothing
    }
    if statement == .insert { return expectedInInsert(last) }
    if last.keyword == .as { return .nothing }
    if clause == .sort, last.keyword.map({ $0.roles.contains(.sortKey) }) == true {
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

  /// What the path before the final dot has reached.
  private func pathOwner(_ schema: Schema) -> PathOwner? {
    var names: [String] = []
    var rest = tokens[...]
    while let dot = rest.popLast(), dot.symbol == .dot || dot.symbol == .optionalDot,
      let name = rest.popLast(), name.isName
    {
      names.insert(nameText(name), at: 0)
    }
    guard let entity, !names.isEmpty else { return nil }
    return names.reduce(.entity(entity.name)) { owner, name in
      owner.flatMap { Self.step(from: $0, to: name, schema) }
    }
  }

  private static func step(from owner: PathOwner, to name: String, _ schema: Schema) -> PathOwner? {
    switch owner {
    case .entity(let entity):
      let entity = schema.entity(entity)
      if let relationship = entity?.relationship(name) { return .entity(relationship.destination) }
      return composite(entity?.attribute(name)?.type)
    case .composite(let fields):
      return composite(fields.first { $0.name == name }?.type)
    }
  }

  private static func composite(_ type: ValueType?) -> PathOwner? {
    if case .composite(let type) = type { .composite(type.fields) } else { nil }
  }

  private func nameText(_ token: Token) -> String {
    if case .quotedName(let name) = token.kind { name } else { source.text(in: token.span) }
  }
}

extension Token {
  fileprivate var isWord: Bool {
    if case .word = kind { true } else { false }
  }

  fileprivate var isName: Bool {
    if case .quotedName = kind { true } else { isPlainName }
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
      keyword.map { $0.roles.isDisjoint(with: [.clause, .operator, .conditional]) && $0 != .not }
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

import Diagnostics
import Model
import Syntax

/// What the tokens before the cursor say about what may follow.
struct CompletionContext {
  /// What kind of thing may stand at the cursor.
  enum Expectation: Equatable {
    /// One of some words.
    case keywords([Keyword])
    /// A model's name.
    case entity
    /// A model's name, or that of a saved query.
    case source
    /// The name of a saved query behind that of its entity.
    case savedQuery(of: String)
    /// The name of an argument.
    case argument([String])
    /// `$name`
    case parameter
    /// The name of something that an insert gives a value.
    case insertedMember
    /// A value: the beginning of an expression.
    case operand
    /// A value that reads no record.
    case constant
    /// What may follow a complete value.
    case continuation
    /// A member of the composite or the entity that a path has reached.
    case member(PathOwner)
    /// A case of the enum, or of any.
    case enumCase(of: EnumerationType?)
    /// What follows `@`.
    case special
    /// What follows `is`.
    case kind
    /// The relationship of an entity, which a backlink follows.
    case backlink(String)
    case sortOption
    case type
    /// The name of an open store that is not the current one.
    case store
    /// A model of another store; `all` instead of the first.
    case copiedModel(orAll: Bool)
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

  /// The parameters that can be named, without `$`.
  let parameters: [String]

  private let wrapper: StatementTokens.Wrapper?
  private let names: CompletionNames
  private let scopes: CompletionScopes
  private let reader: TokenReader
  private var tokens: [Token] { reader.tokens }

  /// Reads `text`, which ends at the cursor; nil inside of literals and comments.
  init?(_ text: String, names: CompletionNames) {
    let source = SourceText(name: "", text: text)
    var read = StatementTokens(source)
    var isParameter = false
    if let last = read.tokens.last, last.span.upperBound == source.bytes.count {
      let text = source.text(in: last.span)
      isParameter = text.hasPrefix("$")
      switch last.kind {
      case .word, .parameter: read.removeLast()
      case .invalid where isParameter: read.removeLast()
      case .symbol: break
      default: return nil
      }
      written = last.isWord || isParameter ? text : ""
    } else {
      written = ""
    }
    self.names = names
    wrapper = read.wrapper
    statement = read.tokens.first?.keyword.flatMap { $0.roles.contains(.statement) ? $0 : nil }
    reader = TokenReader(tokens: read.tokens, source: source)
    let entity = CompletionSource(reader, statement, names).entity
    scopes = CompletionScopes(reader, entity: entity, schema: names.knownSchema)
    scope = scopes.innermost
    if case .save(let declared) = read.wrapper {
      parameters = declared
    } else {
      parameters = names.parameters
    }
    expectation = expected(runs: read.runs)
    if isParameter {
      let takesValue = [.operand, .constant].contains(expectation)
      expectation = takesValue ? .parameter : .nothing
    }
  }

  private func expected(runs: Bool) -> Expectation {
    guard let last = tokens.last else { return expectedAtStart(runs: runs) }
    if let expectation = CompletionSource(reader, statement, names).expectation {
      return expectation
    }
    if let special = expectedInBacklink() { return special }
    if let declared = CompletionDeclaration(reader, statement, names).expectation {
      return declared
    }
    if last.isDot { return expectedAfterDot() }
    if last.symbol == .at { return .special }
    if last.symbol == .leftParenthesis, asksForQuery(tokens.dropLast().last) { return .source }
    if statement == .use { return tokens.count == 1 ? .store : .nothing }
    if statement == .copy { return expectedInCopy(last) }
    if tokens.count == 1 { return expectedAfterStatement(last) }
    if tokens.count == 2, last.keyword == .only || last.keyword == .all { return .entity }
    if last.keyword == .into { return .entity }
    if last.keyword == .group, scope.clause == .group { return .keywords([.by]) }
    if last.keyword == .is { return .kind }
    if statement == .insert, scope.form != .query { return expectedInInsert(last) }
    if last.keyword == .as { return scope.form == .group ? .entity : .nothing }
    if scope.clause == .sort, last.keyword.map({ $0.roles.contains(.sortKey) }) == true {
      return .sortOption
    }
    if last.endsOperand { return .continuation }
    return [.limit, .offset].contains(scope.clause) ? .constant : .operand
  }

  private func expectedAtStart(runs: Bool) -> Expectation {
    let statements = Keyword.all(in: .statement)
    switch wrapper {
    case nil: return .keywords(statements)
    case .explain:
      return .keywords((runs ? [] : [.run]) + statements.filter { $0 != .explain })
    case .trace, .save: return .keywords([.fetch])
    }
  }

  private func expectedAfterStatement(_ token: Token) -> Expectation {
    switch token.keyword {
    case .fetch, .count: .source
    case .insert, .extend, .relate: .entity
    default: token.symbol == .assign ? .constant : .nothing
    }
  }

  private func expectedInCopy(_ last: Token) -> Expectation {
    if tokens.count == 1 { return .copiedModel(orAll: true) }
    if last.symbol == .comma { return .copiedModel(orAll: false) }
    if last.keyword == .from, tokens.count > 2 { return .store }
    return tokens.contains { $0.keyword == .from } ? .nothing : .keywords([.from])
  }

  /// Behind a path the members of what it leads to, elsewhere the cases of an enum.
  private func expectedAfterDot() -> Expectation {
    if let owner = pathOwner() { return .member(owner) }
    let before = tokens.dropLast()
    guard let previous = before.last, !previous.endsOperand else { return .nothing }
    let path = CompletionPath(reader, before: before.count - 1)
    return .enumCase(of: scope.entity.flatMap { path.enumeration(from: $0, scopes) })
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

  /// Whether a value is complete with this token.
  fileprivate var endsOperand: Bool {
    switch kind {
    case .string, .integer, .number, .date, .parameter, .quotedName: true
    case .word(let keyword):
      keyword.map {
        $0.roles.isDisjoint(with: [.clause, .operator, .conditional, .quantifier, .afterClause])
          && $0 != .not
      }
        ?? true
    case .symbol(let symbol): symbol.isClosing
    default: false
    }
  }
}

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
    /// A model, or the word behind which a time stands.
    case historySelection
    /// What an update can set.
    case assignedMember
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
    if let words = expectedInChange(last) { return words }
    if last.keyword == .into { return .entity }
    if last.keyword == .group, scope.clause == .group { return .keywords([.by]) }
    if last.keyword == .is { return .kind }
    if isInsertion, scope.form != .query { return expectedInInsert(last) }
    if last.keyword == .as { return scope.form == .group ? .entity : .nothing }
    if scope.clause == .sort, last.keyword.map({ $0.roles.contains(.sortKey) }) == true {
      return .sortOption
    }
    if last.endsOperand || endsDistinct(last) { return .continuation }
    return [.limit, .offset].contains(scope.clause) ? .constant : .operand
  }

  private func expectedAtStart(runs: Bool) -> Expectation {
    let statements = Keyword.all(in: .statement)
    switch wrapper {
    case nil: return .keywords(statements)
    case .explain:
      return .keywords((runs ? [] : [.run]) + statements.filter { $0 != .explain })
    case .trace, .save: return .keywords([.fetch])
    case .preview: return .keywords([.insert, .update, .upsert, .delete])
    }
  }

  private func expectedAfterStatement(_ token: Token) -> Expectation {
    switch token.keyword {
    case .fetch, .count: .source
    case .insert, .extend, .relate, .update, .delete, .upsert: .entity
    case .history: .historySelection
    case .autosave: .keywords([.on, .off])
    default: token.symbol == .assign ? .constant : .nothing
    }
  }

  /// Whether `distinct` stands as a clause of its own; behind `select` and in brackets values follow.
  private func endsDistinct(_ last: Token) -> Bool {
    guard last.keyword == .distinct else { return false }
    let before = tokens.dropLast().last
    return before?.keyword != .select && before?.symbol != .leftParenthesis
  }

  /// Names that stand for a record or for a selected value here, beside members.
  var givenNames: [String] {
    [scopes.alias].compactMap { $0 } + (scope.clause == .sort ? scopes.selectedNames : [])
  }

  /// Whether an argument begins at the cursor.
  var isAtArgument: Bool { scope.form == .argument && tokens.last?.symbol == .leftParenthesis }

  /// Whether an operator stands before the cursor, or a list that is compared.
  var isAtComparedValue: Bool {
    tokens.last.map { $0.isComparison || $0.symbol == .leftBracket || $0.symbol == .comma } ?? false
  }

  /// Whether a number stands before the cursor, or what may stand for one before a unit.
  var isBehindNumber: Bool {
    switch tokens.last?.kind {
    case .integer, .number, .parameter, .symbol(.rightParenthesis): true
    default: false
    }
  }

  /// The enum whose cases a value at the cursor is compared with.
  var comparedEnumeration: EnumerationType? {
    guard let entity = scope.entity else { return nil }
    for end in stride(from: tokens.count, to: scope.start, by: -1) {
      let token = tokens[end - 1]
      if token.keyword == .and || token.keyword == .or { return nil }
      guard token.isPlainName else { continue }
      let path = CompletionPath(reader, before: end)
      if let enumeration = path.enumeration(from: entity, scopes) { return enumeration }
    }
    return nil
  }

  /// Whether values are selected first at the cursor, so that `distinct` may stand there.
  var isAtSelection: Bool { tokens.last?.keyword == .select }

  /// Whether `if` stands before the cursor.
  var hasCondition: Bool { tokens.contains { $0.keyword == .if } }

  /// Whether the statement's source may get a name.
  var mayNameSource: Bool {
    scope.form == .statement && scope.clauses.isEmpty && scopes.alias == nil
      && [.fetch, .count, .update, .delete].contains(statement)
  }

  /// What may stand in statements that change records beside what stands in queries too.
  private func expectedInChange(_ last: Token) -> Expectation? {
    switch statement {
    case .update:
      guard let set = tokens.lastIndex(where: { $0.keyword == .set }), scope.form == .statement
      else { return nil }
      if last.keyword == .set || last.symbol == .comma { return .assignedMember }
      let assigned = tokens[set...].lastIndex { $0.keyword == .set || $0.symbol == .comma } ?? set
      let isValue = tokens[assigned...].contains { $0.symbol?.isAssignment == true }
      return isValue ? nil : .nothing
    case .import:
      if last.keyword == .into { return .entity }
      if case .string = last.kind { return .keywords([.into]) }
      return .nothing
    case .generate:
      if tokens.count == 2 { return .entity }
      return tokens.count == 3 ? .keywords([.seed]) : .nothing
    case .autosave, .use: return tokens.count == 1 ? nil : .nothing
    case .history where last.keyword == .since: return .constant
    default: return nil
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

  /// Whether the cursor stands at a value that is given to a new record.
  var isInsertedValue: Bool { isInsertion && scope.form == .statement }

  /// Whether the cursor stands behind the `set` of an update.
  var isSetting: Bool { statement == .update && tokens.contains { $0.keyword == .set } }

  private var isInsertion: Bool { statement == .insert || statement == .upsert }

  private func expectedInInsert(_ last: Token) -> Expectation {
    switch last.symbol {
    case .colon: .operand
    case .comma, .leftBrace: .insertedMember
    default: tokens.count == 2 ? .insertedMember : .nothing
    }
  }

  /// Whether a query may stand in the parentheses behind `token`.
  private func asksForQuery(_ token: Token?) -> Bool {
    token?.keyword == .in || isInsertion && token?.symbol == .colon
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

  /// The members of what the path that ends before token `end` has reached.
  func members(behind end: Int) -> [(name: String, type: ValueType)] {
    switch pathOwner(before: end) {
    case .entity(let name):
      let properties = names.knownSchema.entity(name)?.properties ?? []
      return properties.filter { !$0.isAnonymous }.map { ($0.name, $0.valueType) }
    case .composite(let fields): return fields.map { ($0.name, $0.type) }
    case nil: return []
    }
  }

  /// The attribute that stands before the operator at the end, by its path, and its entity: where a
  /// value begins, also one of a list.
  var comparedPath: (path: [String], entity: String)? {
    guard let entity = scope.entity else { return nil }
    var end = tokens.count
    while end > 0, tokens[end - 1].isListPart { end -= 1 }
    let operatorStart = end
    while end > 0, tokens[end - 1].isComparison { end -= 1 }
    guard end > 0, end < operatorStart else { return nil }
    return CompletionPath(reader, before: end).attribute(from: entity, scopes)
  }

  /// What the path before token `end` has reached; before the final dot if that is not given.
  private func pathOwner(before end: Int? = nil) -> PathOwner? {
    let path = CompletionPath(reader, before: end ?? tokens.count - 1)
    guard let entity = scope.entity, !path.isEmpty else { return nil }
    return path.owner(from: entity, scopes)
  }
}

extension Symbol {
  /// Whether it stands between what an update sets and the value.
  fileprivate var isAssignment: Bool { [.assign, .addAssign, .subtractAssign].contains(self) }
}

extension Token {
  /// Whether it may stand between an operator and a value of the list behind it.
  fileprivate var isListPart: Bool {
    if case .string = kind { return true }
    return symbol == .leftBracket || symbol == .comma || symbol == .leftBrace
  }

  /// Whether it is an operator between a text and another, or a part of one.
  fileprivate var isComparison: Bool {
    if let symbol {
      return [.equal, .notEqual, .unequal, .assign, .tilde, .notTilde, .equalTilde].contains(symbol)
    }
    let words: [Keyword] = [
      .contains, .starts, .ends, .with, .like, .beginsWith, .endsWith, .in, .not,
    ]
    return keyword.map(words.contains) ?? false
  }

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

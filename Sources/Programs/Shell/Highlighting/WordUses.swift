import Diagnostics
import Syntax

/// Distinguishes keywords from names by the preceding tokens.
struct WordUses {
  enum Use: Hashable {
    case keyword
    /// The name of a model or a saved query.
    case entity
    case name
    /// A name followed by arguments.
    case function
    /// A literal, a symbol or a comment.
    case other
  }

  /// One use for each token.
  private(set) var uses: [Use] = []
  /// Whether a value must follow the last token.
  private(set) var expectsOperand = false

  private let tokens: [Token]
  private var depth = 0
  /// The brace depth of a declaration; nil outside of one.
  private var declaration: Int?
  private var statement: Keyword?
  /// The last token that is not a comment, with its use.
  private var previous: (token: Token, use: Use)?

  /// Reads the tokens of one or more statements.
  init(_ tokens: [Token]) {
    self.tokens = tokens
    for index in tokens.indices { read(index) }
  }

  private mutating func read(_ index: Int) {
    let token = tokens[index]
    if token.kind == .comment { return uses.append(.other) }
    let use = use(of: token, index)
    uses.append(use)
    expectsOperand = isOperandExpected(after: token, use)
    depth = max(0, depth + token.nesting)
    if token.symbol == .leftBrace, isDeclaration { declaration = declaration ?? depth }
    previous = token.symbol == .semicolon ? nil : (token, use)
  }

  private var isDeclaration: Bool {
    [.model, .extend, .struct, .enum, .version].contains(statement)
  }

  private mutating func use(of token: Token, _ index: Int) -> Use {
    if token.symbol == .assign, beginsStatement(token) {
      begin(nil)
      return .keyword
    }
    guard case .word(let keyword) = token.kind else {
      if case .quotedName = token.kind { return nameUse(token, index) }
      return .other
    }
    guard let keyword, !isName(token, keyword, index) else { return nameUse(token, index) }
    if keyword.roles.contains(.statement), beginsStatement(token) || isWrapped(index) {
      begin(keyword)
      return .keyword
    }
    return isKeyword(token, keyword, index) ? .keyword : nameUse(token, index)
  }

  private mutating func begin(_ keyword: Keyword?) {
    (statement, declaration) = (keyword, nil)
    depth = 0
  }

  private func beginsStatement(_ token: Token) -> Bool {
    previous == nil || depth == 0 && token.lineBreak != .none
  }

  /// Whether a statement follows a prefix such as `explain`.
  private func isWrapped(_ index: Int) -> Bool {
    if let previous, previous.token.symbol == .leftParenthesis {
      // `fetch (fetch …)`
      let owner = keyword(before: index - 1)
      return [.export, .expect].contains(statement) || owner?.roles.contains(.statement) == true
    }
    // After the message of `expect error "…"`.
    if statement == .expect, case .string = previous?.token.kind { return true }
    // `let recent = fetch …`
    if statement == .let, depth == 0, previous?.token.symbol == .assign { return true }
    // After the time of `watch for 10 seconds`.
    if statement == .watch, !expectsOperand { return true }
    guard let previous, previous.use == .keyword else { return false }
    switch previous.token.keyword {
    case .explain, .trace, .preview, .export, .watch, .expect, .error: return true
    case .run: return statement == .explain
    default: return false
    }
  }

  /// The keyword before the token at `index`; nil if that is another token or a name.
  private func keyword(before index: Int) -> Keyword? {
    guard index > 0, uses[index - 1] == .keyword else { return nil }
    return tokens[index - 1].keyword
  }

  /// Whether a keyword must be a name at this position.
  private func isName(_ token: Token, _ keyword: Keyword, _ index: Int) -> Bool {
    if let symbol = previous?.token.symbol {
      if symbol == .dot || symbol == .optionalDot { return true }
      if symbol == .at { return !keyword.roles.contains(.afterAt) }
    }
    let next = index + 1 < tokens.count ? tokens[index + 1].symbol : nil
    if next == .colon { return true }
    if next == .comma, let previous, previous.use == .keyword,
      previous.token.keyword?.roles.contains(.chartKind) ?? false
    {
      return true
    }
    return declaration == depth && token.lineBreak != .none && next == .assign
  }

  private func isKeyword(_ token: Token, _ keyword: Keyword, _ index: Int) -> Bool {
    let roles = keyword.roles
    guard let previous else { return roles.contains(.statement) }
    if previous.token.symbol == .at { return true }
    if previous.use == .keyword, let before = previous.token.keyword {
      if before.roles.contains(.statement) {
        return !roles.isDisjoint(with: [.afterStatement, .afterExplain])
          || before == .expect && keyword == .error
          || before == .autosave && roles.contains(.writing) || before == .history
          || before == .diff && [.between, .with].contains(keyword)
      }
      if before == .explain || before == .select && keyword == .distinct { return true }
      if before == .as, keyword == .of { return isMoment(index + 1) }
      if before == .preferring { return MergeStatement.policies.contains(keyword) }
      if before == .into, keyword == .this { return statement == .merge }
      if [.as, .into].contains(before) { return false }
      if [.of, .since, .between, .and].contains(before), [.save, .yesterday].contains(keyword) {
        return true
      }
    }
    if keyword == .distinct, previous.token.symbol == .leftParenthesis {
      // It is a name if no value follows.
      let following = index + 1 < tokens.count ? tokens[index + 1].symbol : nil
      return following == nil || following == .leftParenthesis
    }
    if [.version, .migrate].contains(statement), roles.contains(.versioning) { return true }
    if keyword == .empty { return [.is, .not].contains(previous.token.keyword) }
    if isAtMember(token) {
      if statement == .version { return [.model, .enum, .struct, .set, .delete].contains(keyword) }
      return roles.contains(.property) && statement != .enum
    }
    if previous.token.symbol == .leftParenthesis, self.keyword(before: index - 1) == .over {
      return true
    }
    if expectsOperand {
      return !roles.isDisjoint(with: [.reserved, .constant, .quantifier, .conditional])
        || keyword == .not || roles.contains(.afterClause) && previous.token.keyword == .group
        || roles.contains(.chartKind) && previous.token.keyword == .chart
          && previous.use == .keyword
    }
    return !roles.isDisjoint(with: [
      .operator, .clause, .naming, .afterClause, .sortKey, .writing, .conditional, .property,
      .charting, .windowing, .dating, .merging,
    ])
  }

  /// Whether a moment starts at the token after `as of`. Otherwise, `of` is an alias.
  private func isMoment(_ index: Int) -> Bool {
    guard index < tokens.count else { return false }
    switch tokens[index].kind {
    case .word(let keyword?):
      return [.save, .yesterday].contains(keyword)
        || keyword.roles.isDisjoint(with: [.clause, .operator, .naming, .writing])
    case .symbol(let symbol): return symbol == .leftParenthesis || symbol == .minus
    case .end, .comment, .invalid: return false
    default: return true
    }
  }

  /// Whether the token starts a member of a declaration.
  private func isAtMember(_ token: Token) -> Bool {
    guard declaration == depth, let before = previous?.token else { return false }
    return before.symbol == .leftBrace || before.symbol == .comma || token.lineBreak != .none
  }

  private func nameUse(_ token: Token, _ index: Int) -> Use {
    let next = index + 1 < tokens.count ? tokens[index + 1] : nil
    if let previous, previous.use == .keyword, let keyword = previous.token.keyword {
      if keyword.roles.contains(.statement), ![.let, .use, .do, .expect].contains(keyword) {
        return .entity
      }
      if [.only, .all, .into, .is, .to].contains(keyword) { return .entity }
    }
    if declaration != nil, let symbol = previous?.token.symbol,
      symbol == .colon || symbol == .leftBracket
    {
      return .entity
    }
    let isCall = next?.symbol == .leftParenthesis && next?.span.lowerBound == token.span.upperBound
    return isCall ? .function : .name
  }

  private func isOperandExpected(after token: Token, _ use: Use) -> Bool {
    switch token.kind {
    case .symbol(let symbol):
      return !symbol.isClosing && !(symbol == .star && expectsOperand)
    case .word(let keyword?) where use == .keyword:
      return ![.distinct, .ago, .yesterday].contains(keyword)
        && keyword.roles.isDisjoint(with: [.sortKey, .constant, .property, .afterAt, .chartKind])
    default:
      return false
    }
  }
}

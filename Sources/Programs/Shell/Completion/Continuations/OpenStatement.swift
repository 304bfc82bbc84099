import Diagnostics
import Model
import Syntax

/// The last statement of a text, with its open brackets and conditions.
struct OpenStatement {
  /// The offset of the start.
  let start: Int
  /// The offset of the end of the last token.
  let end: Int

  let reader: TokenReader
  let uses: WordUses
  /// The entity whose members names at the end refer to.
  let entity: Entity?
  /// Members that the path at the end reaches, one of each type.
  let reached: [String]
  let statement: Keyword?
  let wrapper: StatementTokens.Wrapper?
  /// The text of the statement so far.
  let text: String

  enum Opened {
    case bracket(Symbol, wantsCondition: Bool)
    /// `if` without `then`
    case condition
    /// `then` without `else`
    case branch
    /// `between` without its `and`
    case range
  }
  private(set) var opened: [Opened] = []

  /// Nil if the source contains no text of a statement.
  init?(_ source: SourceText, names: CompletionNames) {
    let read = StatementTokens(source)
    guard let start = read.start, let last = read.tokens.last else { return nil }
    (self.start, end) = (start, last.span.upperBound)
    text = source.text(in: SourceSpan(start, end))
    let reader = TokenReader(tokens: read.tokens, source: source)
    self.reader = reader
    uses = WordUses(read.tokens)
    statement = read.tokens.first?.keyword
    wrapper = read.wrapper
    let context = CompletionContext(source.text(in: SourceSpan(0, end)) + " ", names: names)
    entity = context?.scope.entity
    reached = context.map { OpenStatement.members(after: reader, $0) } ?? []
    for index in read.tokens.indices { note(index) }
  }

  private mutating func note(_ index: Int) {
    let (token, use) = (reader.tokens[index], uses.uses[index])
    if let symbol = token.symbol, symbol.closing != nil {
      let roles =
        index > 0 && uses.uses[index - 1] == .keyword
        ? reader.tokens[index - 1].keyword?.roles : nil
      opened.append(.bracket(symbol, wantsCondition: roles?.contains(.quantifier) ?? false))
    } else if token.symbol?.isClosing == true {
      while let last = opened.popLast() { if case .bracket = last { break } }
    } else if use == .keyword {
      note(token.keyword)
    }
  }

  private mutating func note(_ keyword: Keyword?) {
    switch (keyword, opened.last) {
    case (.if, _): opened.append(.condition)
    case (.then, .condition?): opened[opened.count - 1] = .branch
    case (.else, .branch?): opened.removeLast()
    case (.between, _): opened.append(.range)
    case (.and, .range?): opened.removeLast()
    case (.where, .bracket(let symbol, wantsCondition: true)?):
      opened[opened.count - 1] = .bracket(symbol, wantsCondition: false)
    default: break
    }
  }

  /// Whether the text can be bound: it is one of `statements`, or a value.
  func isBound(_ statements: Set<Keyword>) -> Bool {
    statement.map(statements.contains) ?? true
  }

  /// Whether a span is that of an entity or of members with values, where missing members are
  /// reported. The values may follow in an ending.
  func isListOfMembers(_ span: SourceSpan) -> Bool {
    if span.lowerBound < end, span.upperBound > end { return true }
    return reader.tokens.contains { token in
      [.colon, .leftBrace].contains(token.symbol) && token.span.lowerBound >= span.lowerBound
        && token.span.upperBound <= span.upperBound
    }
      || reader.tokens.count > 1 && span.upperBound <= reader.tokens[1].span.upperBound
        && entity != nil
  }

  /// The locations of the errors within the text, without those in an ending.
  func faults(_ findings: [Diagnostic]) -> Set<SourceSpan> {
    let spans = findings.compactMap { $0.primary?.span }.filter { $0.lowerBound < end }
    return Set(spans.map { SourceSpan($0.lowerBound, min($0.upperBound, end)) })
  }
}

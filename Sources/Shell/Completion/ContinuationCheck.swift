import Diagnostics
import Expressions
import Model
import Session
import Syntax

/// Finds out whether a text can still become a statement without errors.
///
/// The text is finished in a few ways, each of which is parsed and bound. What is wrong in all of
/// them stays wrong whatever follows; what is wrong in one only may yet be mended.
struct ContinuationCheck {
  let checker: StatementChecker
  let names: CompletionNames

  /// Longer statements are not looked at: it would take too long for a key.
  private static let mostBytes = 4_000

  /// Statements whose values are checked too.
  private static let checked: Set<Keyword> = [.fetch, .count, .update, .delete, .trace, .let]

  /// Whether no error stays in the last statement of `text`.
  ///
  /// - Parameter continuations: Texts of which one comes next; any if nil.
  func accepts(_ text: String, continuations: [String]? = nil) -> Bool {
    continuations?.isEmpty != true && faults(in: text, continuations: continuations).isEmpty
  }

  /// The places of the errors in the last statement of `text` that stay whatever follows.
  func faults(in text: String, continuations: [String]? = nil) -> [SourceSpan] {
    let source = SourceText(name: "", text: text)
    guard let open = OpenStatement(source, names: names),
      source.bytes.count - open.start <= Self.mostBytes
    else { return [] }
    var whole: Set<SourceSpan>?
    var unfinished: Set<SourceSpan>?
    for ending in open.endings(continuations) {
      let (findings, isWhole) = findings(text + ending, open)
      if findings.isEmpty { return [] }
      let faults = open.faults(findings)
      // What is wrong in the ending alone says nothing about the text.
      if isWhole, faults.isEmpty { continue }
      if isWhole { whole = whole?.intersection(faults) ?? faults }
      if !isWhole { unfinished = unfinished?.intersection(faults) ?? faults }
    }
    return Array(whole ?? unfinished ?? [])
  }

  /// What is wrong with a text, and whether it parses.
  private func findings(_ text: String, _ open: OpenStatement) -> ([Diagnostic], isWhole: Bool) {
    let source = SourceText(name: "", text: text)
    var parser = ScriptParser(source, startingAt: open.start)
    switch parser.next() {
    case .statement(let statement)?:
      let findings = open.isBound(Self.checked) ? checker.findings(statement) : []
      let rest = statement.span.upperBound < open.end ? parser.next() : nil
      if case .failure(let failures, _)? = rest { return (findings + failures, true) }
      return (findings, true)
    case .failure(let findings, _)?: return (findings, false)
    case .command?, nil: return ([], true)
    }
  }
}

/// The last statement of a text, and what is open in it.
private struct OpenStatement {
  /// Where it begins.
  let start: Int
  /// Where its last token ends.
  let end: Int

  private let reader: TokenReader
  private let uses: WordUses
  private let entity: Entity?
  private let path: [String]
  private let statement: Keyword?
  private let text: String

  /// What was opened and not closed.
  private enum Opened {
    case bracket(Symbol, wantsCondition: Bool)
    /// `if` without `then`
    case condition
    /// `then` without `else`
    case branch
    /// `between` without its `and`
    case range
  }
  private var opened: [Opened] = []

  /// Nil where nothing is written of a statement.
  init?(_ source: SourceText, names: CompletionNames) {
    let read = StatementTokens(source)
    guard let start = read.start, let last = read.tokens.last else { return nil }
    (self.start, end) = (start, last.span.upperBound)
    text = source.text(in: SourceSpan(start, end))
    let reader = TokenReader(tokens: read.tokens, source: source)
    self.reader = reader
    uses = WordUses(read.tokens)
    statement = read.tokens.first?.keyword
    let context = CompletionContext(source.text(in: SourceSpan(0, end)) + " ", names: names)
    entity = context?.scope.entity
    path = context.map { OpenStatement.members(behind: reader, $0) } ?? []
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

  /// Whether what is written may be bound: it is one of `statements`, or a value.
  func isBound(_ statements: Set<Keyword>) -> Bool {
    statement.map(statements.contains) ?? true
  }

  /// The places of findings in what was written.
  func faults(_ findings: [Diagnostic]) -> Set<SourceSpan> {
    Set(findings.compactMap { $0.primary?.span }.filter { $0.lowerBound < end })
  }

  /// Texts that may make the statement whole, the likeliest first.
  func endings(_ continuations: [String]?) -> [String] {
    let last = reader.tokens.last
    if case .invalid(let error)? = last?.kind, case .unclosedString(let quote) = error {
      return tails.flatMap { tail in closers.map { "\(quote)\($0)\(tail)" } }
    }
    let space = text.hasSuffix("(") || text.hasSuffix("#") ? "" : " "
    let next = continuations?.map { space + $0 } ?? self.continuations
    return next.flatMap { next in
      closers.flatMap { closer in tails.map { next + closer + $0 } }
    }
  }

  /// What closes all that is open, with values of different types where some are needed.
  private var closers: [String] {
    if opened.isEmpty { return [""] }
    let isConditional = opened.contains { if case .bracket = $0 { false } else { true } }
    let isQuantified = opened.contains { opened in
      if case .bracket(_, let wants) = opened { wants } else { false }
    }
    return (isQuantified ? [" where true", ""] : [""]).flatMap { condition in
      (isConditional ? ["nil", "true"] : ["nil"]).map { closer($0, condition) }
    }
  }

  private func closer(_ value: String, _ condition: String) -> String {
    opened.reversed().map { opened in
      switch opened {
      case .bracket(let symbol, let wants):
        (wants ? condition : "") + (symbol.closing?.rawValue ?? "")
      case .condition: " then \(value) else \(value)"
      case .branch: " else \(value)"
      case .range: " and \(value)"
      }
    }.joined()
  }

  /// What may follow behind all brackets: a condition has to become true or false.
  private var tails: [String] {
    let clauses = missingClauses
    return opened.isEmpty ? clauses : clauses + clauses.map { " is nil\($0)" }
  }

  /// Clauses without which the statement would not be whole, or others before them not right.
  private var missingClauses: [String] {
    switch statement {
    case .update where !has(.set):
      return ["", " where true"].map { "\($0) set \(firstAttribute) = \(firstAttribute)" }
    case .delete where !has(.where): return ["", " where true"]
    case .count where has(.select) && !has(.distinct): return ["", " distinct"]
    case .fetch, nil: break
    default: return [""]
    }
    let selected = has(.group) ? [] : SelectedTexts(reader, uses.uses).plain
    return selected.isEmpty ? [""] : ["", " group by " + selected.joined(separator: ", ")]
  }

  private func has(_ keyword: Keyword) -> Bool {
    reader.tokens.indices.contains { index in
      reader.tokens[index].keyword == keyword && uses.uses[index] == .keyword
    }
  }

  private var firstAttribute: String {
    quotedIfNeeded(entity?.attributes.first?.name ?? "x")
  }

  private var continuations: [String] {
    guard let last = reader.tokens.last else { return [""] }
    if last.isDot { return path + path.map { "\($0) is nil" } }
    switch last.keyword {
    case .is where uses.expectsOperand: return [" nil"]
    case .as: return [" x"]
    case .nulls: return [" first"]
    case .using: return [" standard"]
    case .starts where !uses.expectsOperand, .ends where !uses.expectsOperand:
      return [" with \"a\""]
    case .set: return [" \(firstAttribute) = nil"]
    default: break
    }
    if last.symbol == .at { return ["id", "id is nil"] }
    if uses.expectsOperand { return [""] + operands }
    return ["", " is nil"] + path.flatMap { [".\($0)", ".\($0) is nil"] }
  }

  private var operands: [String] {
    let arguments =
      reader.tokens.last?.symbol == .leftParenthesis ? [" nil, nil", " nil, nil, nil"] : []
    let entities = [entity?.name ?? ""].filter { !$0.isEmpty }
    return [" nil", " true", " 1", " \"a\"", " now", " by \(firstAttribute)"] + arguments
      + members(of: entity).map { " \($0)" } + entities.map { " \($0)" }
  }

  /// Some members of `entity`, one of each type.
  private func members(of entity: Entity?) -> [String] {
    var types: Set<ValueType> = []
    return (entity?.properties ?? []).filter {
      !$0.isAnonymous && types.insert($0.valueType).inserted
    }
    .map { quotedIfNeeded($0.name) }
  }

  /// Members of what the path at the end has reached, one of each type.
  private static func members(behind reader: TokenReader, _ context: CompletionContext) -> [String]
  {
    guard let last = reader.tokens.last else { return [] }
    let end = last.isDot ? reader.tokens.count - 1 : reader.tokens.count
    var types: Set<ValueType> = []
    let members = context.members(behind: end).filter { types.insert($0.type).inserted }
      .map { quotedIfNeeded($0.name) }
    return members.isEmpty || last.isDot ? members : members + ["@count"]
  }
}

/// What a statement selects beside aggregates, and could be grouped by.
private struct SelectedTexts {
  /// The items without aggregates as they are written; empty where none is selected beside them.
  private(set) var plain: [String] = []

  init(_ reader: TokenReader, _ uses: [WordUses.Use]) {
    var hasAggregates = false
    var depth = 0
    var item: (start: Int, end: Int, isAggregate: Bool)?
    var isSelecting = false
    func finish(_ plain: inout [String]) {
      guard let item else { return }
      if item.isAggregate { hasAggregates = true }
      let text = reader.source.text(in: SourceSpan(item.start, item.end))
      if !item.isAggregate { plain.append(text) }
    }
    var isNamed = false
    for (token, use) in zip(reader.tokens, uses) {
      let isClause = depth == 0 && use == .keyword && token.keyword?.roles.contains(.clause) == true
      if isClause || depth == 0 && token.symbol == .comma {
        if isSelecting { finish(&plain) }
        (item, isNamed) = (nil, false)
        if isClause {
          isSelecting = token.keyword == .select || isSelecting && token.keyword == .distinct
        }
        continue
      }
      if token.symbol?.closing != nil { depth += 1 }
      if token.symbol?.isClosing == true { depth -= 1 }
      if depth == 0, token.keyword == .as, use == .keyword { isNamed = true }
      guard isSelecting, !isNamed else { continue }
      let isCall =
        use == .function && AggregateDeclaration.named(reader.source.text(in: token.span)) != nil
      item = (
        item?.start ?? token.span.lowerBound, token.span.upperBound,
        item?.isAggregate ?? false || isCall
      )
    }
    if isSelecting { finish(&plain) }
    if !hasAggregates { plain = [] }
  }
}

extension Property {
  /// The type of the member's value.
  var valueType: ValueType {
    switch self {
    case .attribute(let attribute): attribute.type
    case .computed(let computed): computed.type
    case .relationship(let one):
      one.isToMany ? .toMany(entity: one.destination) : .record(entity: one.destination)
    }
  }

  /// The type as a model declares it: `String?`.
  var typeText: String {
    switch self {
    case .attribute(let attribute): "\(attribute.type)" + (attribute.isOptional ? "?" : "")
    case .computed(let computed): "\(computed.type)"
    case .relationship(let one):
      one.isToMany ? "[\(one.destination)]" : one.destination + (one.isOptional ? "?" : "")
    }
  }
}

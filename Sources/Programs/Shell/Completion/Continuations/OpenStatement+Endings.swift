import Diagnostics
import Model
import Syntax

/// The ways to complete the statement.
extension OpenStatement {
  /// Texts that may complete the statement, the most likely first.
  func endings(_ continuations: [String]?) -> [String] {
    let last = reader.tokens.last
    if case .invalid(let error)? = last?.kind, case .unclosedString(let quote) = error {
      return tails.flatMap { tail in closers.map { "\(quote)\($0)\(tail)" } }
    }
    let space = text.last.map { "(#.".contains($0) } ?? false ? "" : " "
    let next = continuations?.map { space + $0 } ?? self.continuations
    return next.flatMap { next in
      closers.flatMap { closer in tails.map { next + closer + $0 } }
    }
  }

  /// Closes everything open, with values of different types where needed.
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

  /// Text after all brackets, where a condition may have to be completed.
  private var tails: [String] {
    let clauses = missingClauses.flatMap { clause in expectedResults.map { clause + $0 } }
    return opened.isEmpty ? clauses : clauses + clauses.map { " is nil\($0)" }
  }

  /// Clauses that the statement, or an earlier clause, requires.
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

  /// What the query of an `expect` is compared with.
  private var expectedResults: [String] {
    guard case .expect(let isInBrackets) = wrapper else { return [""] }
    let closer = isInBrackets ? ")" : ""
    return [closer + (statement == .count ? " == 1" : " is empty"), ""]
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
    if last.isDot { return reached + reached.map { "\($0) is nil" } }
    if isInsertedMember { return [": nil"] }
    if !uses.expectsOperand, let second = last.keyword.flatMap(OperatorTable.secondWord) {
      return [" \(second.rawValue) \"a\""]
    }
    switch last.keyword {
    case .is where uses.expectsOperand: return [" nil"]
    case .as: return [" x"]
    case .nulls: return [" first"]
    case .chart where uses.expectsOperand: return [" bar", " scatter", " histogram"]
    case .using: return [" standard"]
    case .set: return [" \(firstAttribute) = nil"]
    case let kind? where kind.roles.contains(.chartKind):
      return [""] + (entity?.membersOfEachType ?? []).map { " \($0)" }
    default: break
    }
    if last.symbol == .at { return ["id", "id is nil"] }
    if uses.expectsOperand { return [""] + operands }
    return ["", " is nil"] + reached.flatMap { [".\($0)", ".\($0) is nil"] }
  }

  /// Whether the last name is that of a member that an insert gives a value.
  private var isInsertedMember: Bool {
    guard statement == .insert || statement == .upsert, reader.tokens.count > 2 else {
      return false
    }
    let (last, before) = (reader.tokens[reader.tokens.count - 1], reader.tokens.dropLast().last)
    return last.isPlainName
      && (reader.tokens.count == 3 || before?.symbol == .comma || before?.symbol == .leftBrace)
  }

  private var operands: [String] {
    let arguments =
      reader.tokens.last?.symbol == .leftParenthesis ? [" nil, nil", " nil, nil, nil"] : []
    let entities = [entity?.name ?? ""].filter { !$0.isEmpty }
    return [" nil", " true", " 1", " \"a\"", " now", " by \(firstAttribute)"] + arguments
      + (entity?.membersOfEachType ?? []).map { " \($0)" } + entities.map { " \($0)" }
  }

  /// Members that the path at the end reaches, one of each type.
  static func members(after reader: TokenReader, _ context: CompletionContext) -> [String] {
    guard let last = reader.tokens.last else { return [] }
    let end = last.isDot ? reader.tokens.count - 1 : reader.tokens.count
    var types: Set<ValueType> = []
    let members = context.members(after: end).filter { types.insert($0.type).inserted }
      .map { quotedIfNeeded($0.name) }
    return members.isEmpty || last.isDot ? members : members + ["@count"]
  }
}

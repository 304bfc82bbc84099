import Diagnostics
import Model
import Syntax

/// What stands around the cursor.
extension CompletionContext {
  /// Whether a value is complete with the last token.
  func endsOperand(_ last: Token) -> Bool {
    switch scopes.uses.last {
    case .name?, .entity?: true
    default: last.endsOperand
    }
  }

  /// Whether `distinct` stands as a clause of its own; behind `select` and in brackets values follow.
  func endsDistinct(_ last: Token) -> Bool {
    guard last.keyword == .distinct else { return false }
    let before = tokens.dropLast().last
    return before?.keyword != .select && before?.symbol != .leftParenthesis
  }

  /// Names that stand for a record or for a selected value here, beside members.
  var givenNames: [String] {
    [scopes.alias].compactMap { $0 }
      + ([.sort, .chart].contains(scope.clause) ? scopes.selectedNames : [])
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

  /// Whether the result of the statement can be drawn.
  var mayBeDrawn: Bool {
    switch wrapper {
    case nil, .explain, .save: true
    default: false
    }
  }

  /// Whether the cursor stands at a value that is given to a new record.
  var isInsertedValue: Bool { isInsertion && scope.form == .statement }

  /// Whether the cursor stands behind the `set` of an update.
  var isSetting: Bool { statement == .update && tokens.contains { $0.keyword == .set } }

  var isInsertion: Bool { statement == .insert || statement == .upsert }

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
  func pathOwner(before end: Int? = nil) -> PathOwner? {
    let path = CompletionPath(reader, before: end ?? tokens.count - 1)
    guard let entity = scope.entity, !path.isEmpty else { return nil }
    return path.owner(from: entity, scopes)
  }
}

extension Token {
  /// Whether it may stand between an operator and a value of the list behind it.
  fileprivate var isListPart: Bool {
    if case .string = kind { return true }
    return symbol == .leftBracket || symbol == .comma || symbol == .leftBrace
  }

  /// Whether it is an operator between a text and another, or a part of one.
  fileprivate var isComparison: Bool {
    guard let text = symbol?.rawValue ?? keyword?.rawValue else { return false }
    return Self.comparisons.contains(text)
  }

  /// The signs and words of operators that take a text on the right, other than a regular expression.
  private static let comparisons: Set<String> = {
    let equalities = [OperatorEntry.Operation.infix(.equal), .infix(.notEqual), .membership]
      .map(OperatorTable.entry)
    let texts = OperatorTable.textOperators.filter { $0.operation != .infix(.matches) }
    let words = (equalities + texts).flatMap(\.spellings).flatMap { $0.split(separator: " ") }
    return Set(words.map(String.init) + [Keyword.not.rawValue])
  }()

  var isWord: Bool {
    if case .word = kind { true } else { false }
  }

  /// Whether a value is complete with this token, if it is no name.
  var endsOperand: Bool {
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

import Diagnostics
import Model
import Syntax

/// The surroundings of the cursor.
extension CompletionContext {
  /// Whether the last token completes a value.
  func endsOperand(_ last: Token) -> Bool {
    switch scopes.uses.last {
    case .name?, .entity?: true
    default: last.endsOperand
    }
  }

  /// Whether `distinct` is a clause here. After `select` and in brackets, values follow it.
  func endsDistinct(_ last: Token) -> Bool {
    guard last.keyword == .distinct else { return false }
    let before = tokens.dropLast().last
    return before?.keyword != .select && before?.symbol != .leftParenthesis
  }

  /// Names of the record or of selected values, in addition to the members.
  var givenNames: [String] {
    [scopes.alias].compactMap { $0 }
      + ([.sort, .chart].contains(scope.clause) && scope.form != .window
        ? scopes.selectedNames : [])
  }

  /// Whether the cursor is in a condition, where values are compared.
  var isInCondition: Bool { scope.clause == .where || scope.clause == .having || hasCondition }

  /// The member whose value is at the cursor, in a statement that gives members values.
  var insertedProperty: Property? {
    guard isInsertedValue || isSetting, tokens.count > 1 else { return nil }
    let sign = tokens[tokens.count - 1].symbol
    guard sign == .colon || sign == .assign else { return nil }
    return scope.entity?.property(reader.name(tokens.count - 2))
  }

  /// The members that already have values in the record at the cursor.
  var givenMembers: Set<String> {
    var depths: [Set<String>] = [[]]
    for (index, token) in tokens.enumerated() {
      if token.symbol?.closing != nil { depths.append([]) }
      if token.symbol?.isClosing == true, depths.count > 1 { depths.removeLast() }
      let isGiven =
        statement == .update ? token.symbol == .assign : token.symbol == .colon
      if isGiven, index > 0 { depths[depths.count - 1].insert(reader.name(index - 1)) }
    }
    return depths[depths.count - 1]
  }

  /// Whether the cursor is at the start of an argument.
  var isAtArgument: Bool { scope.form == .argument && tokens.last?.symbol == .leftParenthesis }

  /// Whether the cursor follows an operator, or is in a list to the right of one.
  var isAtComparedValue: Bool {
    tokens.last.map { $0.isComparison || $0.symbol == .leftBracket || $0.symbol == .comma } ?? false
  }

  /// Whether the cursor follows any operator, so that the value must fit its left side.
  var isAtRightSide: Bool {
    isAtComparedValue || tokens.last?.keyword == .between
      || tokens.last?.symbol.map { BinaryOperator(rawValue: $0.rawValue) != nil } ?? false
  }

  /// Whether the cursor follows a number, or something that can be one before a unit.
  var isAfterNumber: Bool {
    switch tokens.last?.kind {
    case .integer, .number, .parameter, .symbol(.rightParenthesis): true
    default: false
    }
  }

  /// The name of the function whose call ends at the cursor.
  var calledName: String? {
    guard tokens.last?.symbol == .rightParenthesis else { return nil }
    var depth = 0
    for index in tokens.indices.reversed() {
      depth += tokens[index].nesting
      if depth == 0 { return index > 0 ? reader.name(index - 1) : nil }
    }
    return nil
  }

  /// Whether the cursor follows `fetch (` or `count (`.
  var isAtQueryOfRows: Bool {
    tokens.count == 2 && tokens[1].symbol == .leftParenthesis
      && [.fetch, .count].contains(statement)
  }

  /// Whether the cursor is in a `fetch` that `expect` compares with `empty`.
  var isInExpectedQuery: Bool {
    wrapper == .expect(isInBrackets: false) && statement == .fetch && scope.form == .statement
  }

  /// The enum whose cases the value at the cursor is compared with.
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

  /// Whether the cursor follows `select`, where `distinct` is allowed.
  var isAtSelection: Bool { tokens.last?.keyword == .select }

  var hasCondition: Bool { tokens.contains { $0.keyword == .if } }

  /// Whether the statement's source can be given a name.
  var mayNameSource: Bool {
    scope.form == .statement && scope.clauses.isEmpty && scopes.alias == nil
      && [.fetch, .count, .update, .delete].contains(statement)
  }

  /// Whether the result of the statement can be charted.
  var mayBeDrawn: Bool {
    switch wrapper {
    case nil, .explain, .save: true
    default: false
    }
  }

  /// Whether the cursor is at a value for a new record.
  var isInsertedValue: Bool { isInsertion && scope.form == .statement }

  /// Whether the cursor follows the `set` of an update.
  var isSetting: Bool { statement == .update && tokens.contains { $0.keyword == .set } }

  /// Whether the cursor follows the `per` of a limit, where keys follow.
  var isAtLimitKey: Bool {
    guard scope.clause == .limit else { return false }
    let limit = tokens.indices.last { tokens[$0].keyword == .limit && scopes.uses[$0] == .keyword }
    return limit.map { tokens[$0...].contains { $0.keyword == .per } } ?? false
  }

  var isInsertion: Bool { statement == .insert || statement == .upsert }

  /// The members that the path before token `end` reaches.
  func members(after end: Int) -> [(name: String, type: ValueType)] {
    switch pathOwner(before: end) {
    case .entity(let name):
      let properties = names.knownSchema.entity(name)?.properties ?? []
      return properties.filter { !$0.isAnonymous }.map { ($0.name, $0.valueType) }
    case .composite(let fields): return fields.map { ($0.name, $0.type) }
    case nil: return []
    }
  }

  /// The attribute to the left of the operator at the cursor, as a path from an entity. The cursor
  /// is at a value, or in a list of values.
  var comparedPath: (path: [String], entity: String)? {
    guard let entity = scope.entity, let end = endOfComparedPath else { return nil }
    return CompletionPath(reader, before: end).attribute(from: entity, scopes)
  }

  /// The entity of the record to the left of the operator at the cursor.
  var comparedEntity: String? {
    guard let end = endOfComparedPath, case .entity(let name)? = pathOwner(before: end) else {
      return nil
    }
    return name
  }

  /// The index after the path to the left of the operator at the cursor.
  private var endOfComparedPath: Int? {
    var end = tokens.count
    while end > 0, tokens[end - 1].isListPart { end -= 1 }
    let operatorStart = end
    while end > 0, tokens[end - 1].isComparison { end -= 1 }
    return end > 0 && end < operatorStart ? end : nil
  }

  /// What the path before token `end` reaches. The default is the path before the final dot.
  func pathOwner(before end: Int? = nil) -> PathOwner? {
    let path = CompletionPath(reader, before: end ?? tokens.count - 1)
    guard let entity = scope.entity, !path.isEmpty else { return nil }
    return path.owner(from: entity, scopes)
  }
}

extension Token {
  /// Whether the token can be part of a list to the right of an operator.
  fileprivate var isListPart: Bool {
    if case .string = kind { return true }
    return symbol == .leftBracket || symbol == .comma || symbol == .leftBrace
  }

  /// Whether the token is an operator between strings, or part of one.
  fileprivate var isComparison: Bool {
    guard let text = symbol?.rawValue ?? keyword?.rawValue else { return false }
    return Self.comparisons.contains(text)
  }

  /// The operators with a string on the right, except for regular expressions.
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

  /// Whether this token completes a value, if it is not a name.
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

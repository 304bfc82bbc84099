extension Expectation {
  var phrase: String {
    switch self {
    case .statement: "a statement"
    case .operand(let role): role.rawValue
    case .name(let role): role.rawValue
    case .tokens(let tokens): Self.list(tokens.map { "`\($0)`" })
    case .operatorOr(let tokens): Self.list(["an operator"] + tokens.map { "`\($0)`" })
    case .clause(let isAfterExpression, let tokens):
      Self.list(
        (isAfterExpression ? ["an operator"] : []) + ["a clause"] + tokens.map { "`\($0)`" }
      )
    case .endOfStatement(let isAfterExpression, let tokens):
      Self.list(
        (isAfterExpression ? ["an operator"] : []) + tokens.map { "`\($0)`" }
          + ["the end of the statement"]
      )
    case .memberKind: "`:` or `=`"
    case .member: "a member of the model or `}`"
    case .versionMember: "a model, enum or struct, `rename`, `set`, `delete`, `allow loss` or `}`"
    case .endOfMember(let isAfterExpression):
      (isAfterExpression ? "an operator, " : "") + "`,`, a new line or `}`"
    case .watchTime: "a duration, as in `for 10 seconds`, or `fetch` or `count` without `for`"
    case .versionNumber: "a whole number, or three as in `1.2.0`"
    case .savedBody: "`fetch`, `insert`, `update`, `upsert`, `delete` or `{`"
    case .change: "`insert`, `update`, `upsert` or `delete`"
    case .endOfChange(let isAfterExpression):
      (isAfterExpression ? "an operator, " : "") + "`;`, a new line or `}`"
    case .nullTest: "`nil`, `not nil` or a model"
    case .negatedOperator: Self.list(words.map { "`\($0)`" })
    case .path: "a file's path in quotes"
    case .placeInFile: "a path within the file in quotes, such as `\"data.users\"`"
    case .record: "fields, `{` or `[`"
    case .message: "an error message in quotes"
    }
  }

  /// Whether the expectation depends on the previous word.
  var dependsOnPrevious: Bool {
    switch self {
    case .operand, .name, .nullTest, .negatedOperator, .path, .placeInFile, .record, .message,
      .clause:
      true
    case .tokens, .operatorOr, .statement, .endOfStatement, .member, .memberKind, .endOfMember,
      .versionMember, .watchTime, .savedBody, .change, .endOfChange,
      .versionNumber:
      false
    }
  }

  /// The expected closing brackets.
  var closers: [String] {
    switch self {
    case .tokens(let tokens), .operatorOr(let tokens): tokens
    case .clause(_, let tokens): tokens
    case .member, .endOfMember, .versionMember, .name(.enumCase), .endOfChange:
      [Symbol.rightBrace.rawValue]
    default: []
    }
  }

  /// The possible words, for suggestions.
  var words: [String] {
    switch self {
    case .statement: Keyword.all(in: .statement).map(\.rawValue)
    case .clause(let isAfterExpression, _):
      Keyword.all(in: .clause).map(\.rawValue) + (isAfterExpression ? Self.afterExpression : ["as"])
    case .operatorOr(let tokens): tokens + OperatorTable.infixWords
    case .endOfStatement(let isAfterExpression, let tokens):
      tokens + (isAfterExpression ? OperatorTable.infixWords : [])
    case .tokens(let tokens): tokens
    case .member:
      [Keyword.display, .check, .unique, .index].map(\.rawValue)
    case .versionMember:
      [Keyword.model, .enum, .struct, .rename, .set, .delete, .allow].map(\.rawValue)
    case .endOfMember:
      [Keyword.unique, .ordered, .inverse, .nullify, .cascade, .deny, .no, .was].map(\.rawValue)
    case .nullTest: [Keyword.nil.rawValue, Keyword.null.rawValue, Keyword.not.rawValue]
    case .negatedOperator:
      OperatorTable.entries.filter { $0.isNegatable && $0.operation != .nullTest }.map(\.canonical)
    case .savedBody:
      [Keyword.fetch, .insert, .update, .upsert, .delete].map(\.rawValue)
    case .change: [Keyword.insert, .update, .upsert, .delete].map(\.rawValue)
    case .endOfChange(let isAfterExpression): isAfterExpression ? OperatorTable.infixWords : []
    case .operand, .versionNumber, .name, .memberKind, .path, .placeInFile, .record, .message,
      .watchTime:
      []
    }
  }

  private static let afterExpression =
    OperatorTable.infixWords + Keyword.all(in: .sortKey).map(\.rawValue) + [Keyword.as.rawValue]

  /// `a, b or c`
  static func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " or " + last
  }
}

import Context
import Diagnostics
import Execution
import Expressions
import Model
import Storage
import Syntax

/// Finds the part of a statement that failed while running.
///
/// Running code does not know source positions, so this searches the tokens for the operation. It
/// finds nothing if there are several candidates, or if something that the statement names may
/// contain it.
struct FailurePlace {
  /// The tokens of the statement with their texts.
  private let tokens: [(token: Token, text: String)]
  /// The names of expressions that are defined elsewhere.
  private let namedElsewhere: Set<String>

  init(_ span: SourceSpan, in source: SourceText, _ schema: Schema, queries: [String]) {
    var lexer = Lexer(source, at: span.lowerBound)
    var tokens: [(Token, String)] = []
    while true {
      let token = lexer.next()
      guard token.kind != .end, token.span.upperBound <= span.upperBound else { break }
      tokens.append((token, source.text(in: token.span)))
    }
    self.tokens = tokens
    let computed = schema.entities.flatMap { $0.computedAttributes.map(\.name) }
    namedElsewhere = Set((computed + queries).map { $0.lowercased() })
  }

  /// The place of the failed operation; nil if it is not certain.
  func place(of error: any Error) -> SourceSpan? {
    switch error {
    case ExecutionError.evaluation(let error, _, _), ExecutionError.evaluationOfGroup(let error, _):
      place(of: error)
    case let error as EvaluationError: place(of: error)
    case StoreError.missingRecord(let id), StoreError.skippedByTrigger(let id),
      StoreError.ambiguousRecord(let id):
      place(of: id)
    case StoreError.uniqueConflict(_, let attribute, let value, _):
      place(of: value, given: attribute)
    case let failure as ChangeFailure where failure.total == 1:
      failure.problems.first.flatMap(place)
    default: nil
    }
  }

  private func place(of problem: ChangeProblem) -> SourceSpan? {
    switch problem {
    case .taken(_, _, let attributes, let values, _),
      .repeated(_, _, let attributes, let values, _):
      attributes.count == 1 ? place(of: values[0], given: attributes[0].description) : nil
    default: nil
    }
  }

  private func place(of error: EvaluationError) -> SourceSpan? {
    let named = tokens.filter { namedElsewhere.contains($0.text.lowercased()) }
    let own = places(of: error)
    if own.isEmpty, named.count == 1 { return named[0].token.span }
    guard let first = own.first, isSure(own, of: error),
      named.allSatisfy({ first.contains($0.token.span) })
    else { return nil }
    return first
  }

  /// Whether any of the places can be reported: equal calls fail in the same way.
  private func isSure(_ places: [SourceSpan], of error: EvaluationError) -> Bool {
    switch error {
    case .functionOverflow, .sumOverflow: Set(places.map(written)).count == 1
    default: places.count == 1
    }
  }

  /// The texts of the tokens in a span.
  private func written(_ span: SourceSpan) -> [String] {
    tokens.filter { span.contains($0.token.span) }.map(\.text)
  }

  /// The first literal of a record, found by its number, since the model's name can differ.
  private func place(of record: RecordID) -> SourceSpan? {
    guard case .number(let number) = record.key else { return nil }
    let index = tokens.indices.first { index in
      index >= 2 && tokens[index - 1].token.symbol == .hash
        && tokens[index].token.isLiteral(.int(number))
    }
    return index.map { tokens[$0 - 2].token.span.joined(with: tokens[$0].token.span) }
  }

  private func places(of error: EvaluationError) -> [SourceSpan] {
    switch error {
    case .overflow(let operation, _, _):
      signs([operation.rawValue, operation.rawValue + "="])
    case .functionOverflow(let function, _): calls([function.rawValue])
    case .sumOverflow: calls(["sum", "avg"])
    case .durationOverflow(_, let unit): words([unit.rawValue, String(unit.rawValue.dropLast())])
    case .badPattern: words(["matches"])
    }
  }

  /// Binary operators.
  private func signs(_ texts: Set<String>) -> [SourceSpan] {
    zip(tokens, tokens.dropFirst()).filter { texts.contains($1.text) && $0.token.endsOperand }
      .map { $1.token.span }
  }

  private func words(_ texts: Set<String>) -> [SourceSpan] {
    tokens.filter { texts.contains($0.text.lowercased()) }.map(\.token.span)
  }

  /// Calls, from the name to the closing parenthesis.
  private func calls(_ names: Set<String>) -> [SourceSpan] {
    tokens.indices.compactMap { index in
      guard names.contains(tokens[index].text.lowercased()), index + 1 < tokens.count,
        tokens[index + 1].token.symbol == .leftParenthesis
      else { return nil }
      var depth = 0
      for (token, _) in tokens[(index + 1)...] {
        depth += token.symbol == .leftParenthesis ? 1 : token.symbol == .rightParenthesis ? -1 : 0
        if depth == 0 { return tokens[index].token.span.joined(with: token.span) }
      }
      return nil
    }
  }

  /// The last literal assigned to the attribute: `name: "Rent"`, `name = "Rent"`.
  private func place(of value: Value, given attribute: String) -> SourceSpan? {
    let name = attribute.split(separator: ".").last.map { $0.lowercased() }
    let index = tokens.indices.last { index in
      index >= 2 && [.colon, .assign].contains(tokens[index - 1].token.symbol)
        && tokens[index - 2].text.lowercased() == name && tokens[index].token.isLiteral(value)
    }
    return index.map { tokens[$0].token.span }
  }
}

extension Token {
  /// Whether the token is a literal with this value.
  fileprivate func isLiteral(_ value: Value) -> Bool {
    switch (kind, value) {
    case (.string(let text), .string(let wanted)): text == wanted
    case (.integer(let number), .int(let wanted)): Int64(exactly: number) == wanted
    default: false
    }
  }

  /// Whether an operand can end with the token.
  fileprivate var endsOperand: Bool {
    switch kind {
    case .word(let keyword):
      keyword.map { $0.roles.isDisjoint(with: [.operator, .clause, .conditional]) } ?? true
    case .quotedName, .string, .integer, .number, .date, .parameter: true
    case .symbol(let symbol): [.rightParenthesis, .rightBracket].contains(symbol)
    case .comment, .invalid, .end: false
    }
  }
}

extension SourceSpan {
  /// Whether this contains another span.
  fileprivate func contains(_ other: SourceSpan) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

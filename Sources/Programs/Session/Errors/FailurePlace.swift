import Context
import Diagnostics
import Model
import Storage
import Syntax

/// Finds the literal of a statement that a change refused.
///
/// Running code does not know source positions, so this searches the tokens.
struct FailurePlace {
  /// The tokens of the statement with their texts.
  private let tokens: [(token: Token, text: String)]

  init(_ span: SourceSpan, in source: SourceText) {
    var lexer = Lexer(source, at: span.lowerBound)
    var tokens: [(Token, String)] = []
    while true {
      let token = lexer.next()
      guard token.kind != .end, token.span.upperBound <= span.upperBound else { break }
      tokens.append((token, source.text(in: token.span)))
    }
    self.tokens = tokens
  }

  /// The place of the refused literal; nil if there is none.
  func place(of error: any Error) -> SourceSpan? {
    switch error {
    case let step as StepFailure:
      place(of: step.error)
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
    case .taken(_, _, let attributes, let values, _, _),
      .repeated(_, _, let attributes, let values, _, _):
      attributes.count == 1 ? place(of: values[0], given: attributes[0].description) : nil
    default: nil
    }
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
}

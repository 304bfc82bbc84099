import Diagnostics

/// Words syntax errors.
enum SyntaxErrorRenderer {
  static func diagnostic(_ error: SyntaxError) -> Diagnostic {
    switch error {
    case .lexical(let lexical, let span): LexicalErrorRenderer.diagnostic(lexical, span)
    case .unexpected(let mismatch): MismatchRenderer(mismatch).diagnostic()
    case .keywordAsOperand(let mismatch, let otherwise): keywordAsOperand(mismatch, otherwise)
    case .reservedWord(let word, let role): reservedWord(word, role)
    case .repeated(let word, let first, let second):
      repeated(
        word,
        first,
        second,
        help: word == Clause.predicate.rawValue ? "join two conditions with `and`" : nil
      )
    case .limitAfterGroupLimit(let first, let second):
      repeated(
        Clause.limit.rawValue,
        first,
        second,
        help: "write a query over a query: `fetch (fetch … limit 1 per key) limit 10`"
      )
    case .clauseInShape(let word):
      Diagnostic(
        "a shape takes no `\(word.text)`",
        at: word.span,
        help: ["a shape takes `where`, `sort`, `limit` and `offset`"]
      )
    case .chainedComparison(let first, let second): chainedComparison(first, second)
    case .rangeOutsideMembership(let span): rangeOutsideMembership(span)
    case .weakPrefix(let word): weakPrefix(word)
    case .spaceBeforeArguments(let name, let parenthesis): spaceBeforeArguments(name, parenthesis)
    case .misplacedUnit(let unit): misplacedUnit(unit)
    case .integerTooLarge(let span):
      LexicalErrorRenderer.diagnostic(.integerTooLarge, span)
    case .tooDeep(let span, let limit, let isRow): tooDeep(span, limit, isRow)
    case .unclosedCommandQuote(let span): Diagnostic("unclosed quote", at: span)
    }
  }

  private static func keywordAsOperand(
    _ mismatch: Mismatch,
    _ otherwise: Mismatch
  ) -> Diagnostic {
    let word = mismatch.foundText
    let place = mismatch.previous.map { " after `\($0.text)`" } ?? ""
    return Diagnostic(
      "expected \(mismatch.expected.phrase)\(place), found the keyword `\(word)`",
      at: mismatch.span,
      help: ["to use it as a name, write it in backticks: `` `\(word)` ``"]
    )
    .with(
      unknown: .keyword(
        statement: mismatch.statement,
        otherwise: MismatchRenderer(otherwise).diagnostic()
      )
    )
  }

  private static func reservedWord(_ word: Written, _ role: NameRole) -> Diagnostic {
    Diagnostic(
      "expected \(role.rawValue), found the reserved word `\(word.text)`",
      at: word.span,
      help: ["to use it as a name, write it in backticks: `` `\(word.text)` ``"]
    ).with(unknown: .word)
  }

  private static func repeated(
    _ word: String,
    _ first: SourceSpan,
    _ second: SourceSpan,
    help: String?
  ) -> Diagnostic {
    Diagnostic(
      .error,
      "duplicate `\(word)`",
      at: .init(second, "the second one"),
      also: [.init(first, "the first one")],
      help: help.map { [$0] } ?? []
    )
  }

  private static func chainedComparison(_ first: Written, _ second: Written) -> Diagnostic {
    let ordering: Set = ["<", "<=", ">", ">="]
    let isRange = ordering.contains(first.text) && ordering.contains(second.text)
    return Diagnostic(
      .error,
      "comparisons cannot be chained",
      at: .init(second.span, "the second comparison"),
      also: [.init(first.span, "the first one")],
      help: [
        isRange
          ? "to test a range, write `x between 1 and 5`"
          : "join two comparisons with `and`, or put one in parentheses"
      ]
    )
  }

  private static func rangeOutsideMembership(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "a range is only allowed after `in`",
      at: span,
      help: ["write `x in 1...5` or `x between 1 and 5`"]
    )
  }

  private static func weakPrefix(_ word: Written) -> Diagnostic {
    let whole = word.text.lowercased() == "if" ? "(if … then … else …)" : "(\(word.text) …)"
    return Diagnostic(
      "`\(word.text)` needs parentheses here",
      at: word.span,
      help: ["write `\(whole)`"]
    )
  }

  private static func spaceBeforeArguments(_ name: Written, _ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "expected an operator after `\(name.text)`, found `(`",
      at: span,
      help: ["remove the space before `(`: `\(name.text)(…)`"]
    )
  }

  private static func misplacedUnit(_ unit: Written) -> Diagnostic {
    Diagnostic(
      "the unit `\(unit.text)` must follow a number, a parameter or parentheses",
      at: unit.span,
      help: ["write `7 \(unit.text)`, `$n \(unit.text)` or `(…) \(unit.text)`"]
    )
  }

  private static func tooDeep(_ span: SourceSpan, _ limit: Int, _ isRow: Bool) -> Diagnostic {
    Diagnostic(
      "this is nested too deeply: more than \(limit) levels",
      at: span,
      help: isRow ? ["replace a long chain of `or x == …` with `x in [ … ]`"] : []
    )
  }
}

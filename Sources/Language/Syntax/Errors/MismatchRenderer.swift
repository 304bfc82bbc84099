import Diagnostics

/// Words an error about an unexpected token.
struct MismatchRenderer {
  private let mismatch: Mismatch

  init(_ mismatch: Mismatch) { self.mismatch = mismatch }

  func diagnostic() -> Diagnostic {
    Diagnostic(
      .error,
      "expected \(mismatch.expected.phrase)\(place), found \(found)",
      at: Diagnostic.Label(mismatch.span),
      also: openerLabel,
      help: help.map { [$0] } ?? [],
      unknown: mismatch.unknown
    )
  }

  /// ` after where`, if the expectation depends on the previous word.
  private var place: String {
    guard mismatch.expected.dependsOnPrevious, let previous = mismatch.previous else { return "" }
    return " after `\(isAfterPast ? Clause.moment.rawValue : shortened(previous.text))`"
  }

  /// Whether the moment after `as of` is missing.
  private var isAfterPast: Bool {
    mismatch.expected == .operand(.moment) && mismatch.previous?.text.lowercased() == "of"
  }

  private var found: String {
    switch mismatch.found.kind {
    case .end: "the end of the input"
    case .string: "the string \(shortened(mismatch.foundText))"
    default: "`\(shortened(mismatch.foundText))`"
    }
  }

  /// The first line of a text, truncated if it is long.
  private func shortened(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    return line.count > 24 || line.endIndex < text.endIndex ? "\(line.prefix(24))…" : text
  }

  /// The unclosed bracket.
  private var openerLabel: [Diagnostic.Label] {
    guard let opener = mismatch.opener, let closing = Symbol(rawValue: opener.text)?.closing,
      mismatch.expected.closers.contains(closing.rawValue)
    else { return [] }
    return [Diagnostic.Label(opener.span, "this `\(opener.text)` is not closed")]
  }

  // MARK: Help

  private var help: String? {
    pastHelp ?? suggestion ?? unitHelp ?? memberHelp ?? byHelp ?? momentHelp ?? signHelp
  }

  private var pastHelp: String? {
    isAfterPast ? "for example `as of save 3` or `as of 3 hours ago`" : nil
  }

  private var word: String? {
    guard case .word = mismatch.found.kind else { return nil }
    return mismatch.foundText
  }

  private var suggestion: String? {
    guard let word = word?.lowercased(), word.count > 2, Keyword(spelling: word) == nil else {
      return nil
    }
    let candidates = mismatch.expected.words.filter { $0.count > 2 && $0.first?.isLetter ?? false }
    return didYouMean(nearestNames(to: word, in: candidates, limit: 1))
  }

  /// `3 dayz`
  private var unitHelp: String? {
    guard let word, mismatch.previous?.text.first?.isNumber ?? false else { return nil }
    let units = TimeUnitKeyword.allCases.map(\.rawValue)
    return didYouMean(nearestNames(to: word, in: units, limit: 1))
  }

  private var signHelp: String? {
    switch (mismatch.expected, mismatch.found.symbol) {
    case (.statement, .minus): "a comment begins with `//`"
    case (.statement, _):
      "a statement begins with a keyword such as \(Self.statementBeginnings)"
    case (_, .exclamation): "write `not` before the condition: `not (…)`, `a not in b`"
    case (.operand, .dot): "write a digit before the decimal point: `0.5`"
    default: nil
    }
  }

  /// The statements that a beginner needs first.
  private static let statementBeginnings = Expectation.list(
    ([Keyword.fetch, .count, .insert, .model, .import].map(\.rawValue) + [Symbol.assign.rawValue])
      .map { "`\($0)`" }
  )

  private var memberHelp: String? {
    guard case .memberKind(let word) = mismatch.expected else { return nil }
    return didYouMean(nearestNames(to: word, in: [Keyword.display.rawValue]))
      ?? "write `\(word): String` for an attribute, or `\(word) = …` for a computed one"
  }

  /// `now()`
  private var momentHelp: String? {
    guard mismatch.found.symbol == .leftParenthesis,
      let word = mismatch.previous?.text.lowercased(),
      [Keyword.now, .today].contains(where: { $0.rawValue == word })
    else { return nil }
    return "write `\(word)` without parentheses"
  }

  private var byHelp: String? {
    guard mismatch.previous?.text.lowercased() == "by", case .clause = mismatch.expected else {
      return nil
    }
    return "write `sort` without `by`: `sort name`"
  }
}

import Diagnostics
import Model
import Syntax

/// A text in quotes that ends at the cursor and is not closed, and what may stand in it.
struct OpenString {
  /// What the text is for.
  enum Place: Equatable {
    /// The file of an `import` or an `export`.
    case file
    /// A value that is compared with the attribute at a path from an entity.
    case value([String], of: String)
    case other
  }

  /// The quote that opens it.
  let quote: Unicode.Scalar
  /// What stands behind the quote.
  let written: String
  let place: Place
  /// Whether what is written is looked for anywhere in values.
  let isAnywhere: Bool

  /// Longer texts are no suggestions.
  private static let mostCharacters = 60

  /// Nil where the cursor stands in no text.
  init?(_ text: String, names: CompletionNames) {
    let source = SourceText(name: "", text: text)
    let tokens = StatementTokens(source).tokens
    guard let last = tokens.last, case .invalid(.unclosedString(let quote)) = last.kind else {
      return nil
    }
    self.quote = quote
    written = String(source.text(in: last.span).unicodeScalars.dropFirst())
    let before = tokens.dropLast().last
    isAnywhere = before?.symbol == .tilde || before?.keyword == .contains
    let isListed = before.map { $0.symbol == .comma } ?? false
    let isTarget = before.map { $0.keyword == .to } ?? false
    let statement = tokens.first?.keyword
    if statement == .import && (tokens.count == 2 || isListed) || statement == .export && isTarget {
      place = .file
      return
    }
    let rest = source.text(in: SourceSpan(0, last.span.lowerBound))
    let path = CompletionContext(rest + " ", names: names)?.comparedPath
    place = path.map { .value($0.path, of: $0.entity) } ?? .other
  }

  /// `value` as it is written in the text, with the closing quote; nil if it is long or not plain.
  func candidate(_ value: String) -> Completion.Candidate? {
    guard !value.isEmpty, value.count <= Self.mostCharacters, escapedForTerminal(value) == value
    else { return nil }
    var text = ""
    for scalar in value.unicodeScalars {
      if scalar == quote || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    text.unicodeScalars.append(quote)
    return Completion.Candidate(text)
  }
}

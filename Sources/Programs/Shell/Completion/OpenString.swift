import Diagnostics
import Model
import Syntax

/// An unclosed string that ends at the cursor.
struct OpenString {
  /// The purpose of the string.
  enum Place: Equatable {
    /// The file of an `import` or an `export`.
    case file
    /// A value to compare with the attribute at a path of an entity.
    case value([String], of: String)
    case other
  }

  let quote: Unicode.Scalar
  /// The text after the quote.
  let written: String
  let place: Place
  /// Whether the operator matches the text anywhere in a value.
  let isAnywhere: Bool

  /// Longer values are not suggested.
  private static let maxCharacters = 60

  /// Nil if the cursor is not in a string.
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
    if statement == .import && (tokens.count == 2 || isListed)
      || statement == .apply && tokens.count == 2 || statement == .export && isTarget
    {
      place = .file
      return
    }
    let rest = source.text(in: SourceSpan(0, last.span.lowerBound))
    let path = CompletionContext(rest + " ", names: names)?.comparedPath
    place = path.map { .value($0.path, of: $0.entity) } ?? .other
  }

  /// `value` as written in the string, with the closing quote; nil if it is too long or contains
  /// control characters.
  func candidate(_ value: String) -> Completion.Candidate? {
    guard !value.isEmpty, value.count <= Self.maxCharacters, escapedForTerminal(value) == value
    else { return nil }
    return Completion.Candidate(Self.escaped(value, quote))
  }

  /// `value` as a literal; nil as above.
  static func literal(_ value: String, quote: Unicode.Scalar) -> Completion.Candidate? {
    guard !value.isEmpty, value.count <= maxCharacters, escapedForTerminal(value) == value
    else { return nil }
    return Completion.Candidate("\(quote)\(escaped(value, quote))")
  }

  private static func escaped(_ value: String, _ quote: Unicode.Scalar) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      if scalar == quote || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    text.unicodeScalars.append(quote)
    return text
  }
}

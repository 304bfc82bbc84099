public import Diagnostics
import Syntax

/// The words of a script that can be names of models, types and saved queries.
public struct ScriptWords {
  /// A word.
  public struct Word: Sendable {
    /// The name without backticks.
    public let text: String
    /// The position, including backticks.
    public let span: SourceSpan
    /// The name before the dot; nil without one.
    public let owner: String?
    /// Whether it can be the name of a model or a saved query at this place; otherwise it is more
    /// likely an attribute.
    public let isEntity: Bool
  }

  /// The words in order.
  public let words: [Word]

  /// The keywords before a model, or before the name of a saved query.
  private static let beforeSources: Set<Keyword> = [.in, .let, .do]

  /// Reads the words of a script.
  public init(_ source: SourceText) {
    let tokens = TextTokens(source).tokens
    let uses = WordUses(tokens).uses
    let reader = TokenReader(tokens: tokens, source: source)
    words = tokens.indices.compactMap { index -> Word? in
      guard uses[index] == .entity || uses[index] == .name || uses[index] == .function else {
        return nil
      }
      let isAfterDot = index > 1 && tokens[index - 1].isDot
      let before = index > 0 ? tokens[index - 1] : nil
      // A query in parentheses can begin with its model, and so can the name of a saved query.
      let isSource =
        before?.symbol == .leftParenthesis
        || (before?.keyword).map(Self.beforeSources.contains) ?? false
      return Word(
        text: reader.name(index),
        span: tokens[index].span,
        owner: isAfterDot ? reader.name(index - 2) : nil,
        isEntity: uses[index] == .entity || isSource && !isAfterDot
      )
    }
  }
}

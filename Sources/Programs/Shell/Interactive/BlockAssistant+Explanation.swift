public import Diagnostics
import Expressions
import Model
import Session
import Syntax

extension BlockAssistant {
  /// What a word means, in Markdown.
  public struct Explanation: Sendable {
    /// The text.
    public let markdown: String
    /// The word.
    public let span: SourceSpan
  }

  /// Explains the word at a UTF-8 offset of a text; nil if there is nothing to say.
  public func explanation(of source: SourceText, at offset: Int) -> Explanation? {
    let read = TextTokens(source)
    if let line = read.commands.first(where: { $0.lowerBound <= offset && offset < $0.upperBound })
    {
      let name = source.text(in: line).dropFirst().prefix { !$0.isWhitespace }
      let command = DotCommand.matches(String(name)).first
      return command.map { Explanation(markdown: $0.markdown, span: line) }
    }
    let uses = WordUses(read.tokens).uses
    let place = read.tokens.indices.first { index in
      let span = read.tokens[index].span
      return span.lowerBound <= offset && offset < span.upperBound
    }
    guard let place else { return nil }
    let token = read.tokens[place]
    let word = TokenReader(tokens: read.tokens, source: source).name(place)
    let text =
      switch uses[place] {
      case .keyword: Self.topics(word)
      case .function: FunctionHelp.markdown(word) ?? declaration(of: word)
      case .entity: declaration(of: word) ?? member(source, token, word)
      case .name: member(source, token, word) ?? declaration(of: word) ?? Self.topics(word)
      case .other: member(source, token, source.text(in: token.span))
      }
    return text.map { Explanation(markdown: $0, span: token.span) }
  }

  /// The help for a keyword, alone or as the first of two.
  private static func topics(_ word: String) -> String? {
    let word = word.lowercased()
    let found = LanguageTopic.all.filter { topic in
      topic.names.contains { $0.lowercased() == word || $0.lowercased().hasPrefix(word + " ") }
    }
    let texts = found.prefix(3).map { topic in
      "```fetch\n\(topic.syntax)\n```\n\(topic.summary)\n```fetch\n\(topic.example)\n```"
    }
    return texts.isEmpty ? nil : texts.joined(separator: "\n---\n")
  }

  /// The declaration of a model, a type or a saved query.
  private func declaration(of name: String) -> String? {
    let schema = known.names.schema
    let model = known.names.entity(name)?.name ?? name
    let lines = SchemaPrinter(schema: schema).lines(of: model).map(\.plain)
    if !lines.isEmpty { return "```fetch\n\(lines.joined(separator: "\n"))\n```" }
    let query = session.namedQueries.first { $0.name == name }
    return query.map { "```fetch\n\($0.text)\n```" }
  }

  /// The type of an attribute, a parameter or another name that completion knows.
  private func member(_ source: SourceText, _ token: Token, _ word: String) -> String? {
    let before = source.text(in: SourceSpan(0, token.span.upperBound))
    let found = Completer(names: known.names, isFuzzy: false).languageCompletion(before)
    let candidate = found.candidates.first { $0.text == source.text(in: token.span) }
    guard let candidate, !candidate.detail.isEmpty else { return nil }
    return "```fetch\n\(word): \(candidate.detail)\n```"
  }
}

extension DotCommand {
  /// The help as Markdown.
  fileprivate var markdown: String {
    "```fetch\n\(usage)\n```\n\(summary)\n\n\(details)\n```fetch\n\(example)\n```"
  }
}

extension FunctionHelp {
  /// The help for a function as Markdown; nil for other words.
  fileprivate static func markdown(_ word: String) -> String? {
    let found = groups.flatMap(\.entries).filter { $0.name.lowercased() == word.lowercased() }
    let texts = found.map {
      "```fetch\n\($0.usage)\n```\n\($0.summary)\n```fetch\n\($0.example)\n```"
    }
    return texts.isEmpty ? nil : texts.joined(separator: "\n---\n")
  }
}

import Diagnostics
import Syntax

/// Help about the language, from its topics.
enum TopicHelp {
  /// The help for a topic or a kind of topic; nil for other words.
  static func lines(_ name: String) -> [StyledText]? {
    if let kind = LanguageTopic.Kind.allCases.first(where: { $0.plural == name }) {
      return HelpLayout.table(LanguageTopic.all(of: kind).map { ($0.name, $0.summary) })
    }
    let topics = LanguageTopic.named(name)
    return topics.isEmpty ? nil : topics.flatMap(lines)
  }

  private static func lines(_ topic: LanguageTopic) -> [StyledText] {
    let forms = topic.syntax.split(separator: "   ").flatMap { HelpLayout.syntax(String($0)) }
    return forms + HelpLayout.paragraph(topic.summary, indent: 2)
      + HelpLayout.example(topic.example)
  }

  /// The names of all topics, by kind.
  static var overview: [StyledText] {
    HelpLayout.table(
      LanguageTopic.Kind.allCases.map { kind in
        (kind.plural, HelpLayout.list(LanguageTopic.all(of: kind).map(\.name)))
      } + [("functions", "`.help functions` lists them")]
    )
  }

  /// The words that have help.
  static let names =
    LanguageTopic.all.flatMap(\.names) + LanguageTopic.Kind.allCases.map(\.plural) + ["functions"]
}

extension LanguageTopic.Kind {
  fileprivate var plural: String { rawValue + "s" }
}

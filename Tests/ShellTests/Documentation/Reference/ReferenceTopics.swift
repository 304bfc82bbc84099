import Syntax

/// The topics of the reference.
enum ReferenceTopics {
  /// Topics under their names. Examples that change the demo each run in a new shell.
  static func named(_ kind: LanguageTopic.Kind, each isNewSession: Bool) -> [String] {
    LanguageTopic.all(of: kind).enumerated().flatMap { index, topic in
      let examples =
        isNewSession || index == 0
        ? ReferenceExamples.session([topic.example])
        : ReferenceExamples.continued([topic.example])
      return ["", "### \(heading(topic))", ""] + MarkdownLines.block("", forms(topic))
        + ["", MarkdownLines.prose(topic.summary), ""] + examples
    }
  }

  /// Topics under their syntax forms.
  static func formed(_ kind: LanguageTopic.Kind) -> [String] {
    LanguageTopic.all(of: kind).enumerated().flatMap { index, topic in
      let examples =
        index == 0
        ? ReferenceExamples.session([topic.example])
        : ReferenceExamples.continued([topic.example])
      return [
        "", "### \(MarkdownLines.codes(forms(topic)))", "", MarkdownLines.prose(topic.summary), "",
      ] + examples
    }
  }

  static func headings(_ kind: LanguageTopic.Kind) -> [String] {
    LanguageTopic.all(of: kind).map(heading)
  }

  /// The syntax forms of a topic.
  private static func forms(_ topic: LanguageTopic) -> [String] {
    topic.syntax.split(separator: "   ").map(String.init)
  }

  /// The keywords that the forms start with, or a name for forms that start with a symbol.
  private static func heading(_ topic: LanguageTopic) -> String {
    var words: [String] = []
    for form in forms(topic) {
      let word = form.split(separator: " ").first.map(String.init) ?? form
      if topic.names.contains(word), !words.contains(word) { words.append(word) }
    }
    if words.count > 1 { return words.joined(separator: ", ") }
    return topic.names.first { $0.first?.isLetter == true } ?? topic.name
  }
}

import Syntax

/// What the reference says of the language's topics.
enum ReferenceTopics {
  /// Topics with headings of their own, each with an example in a shell of its own where they change
  /// what is there.
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

  /// Topics that are known by their forms.
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

  /// The headings of a kind's topics.
  static func headings(_ kind: LanguageTopic.Kind) -> [String] {
    LanguageTopic.all(of: kind).map(heading)
  }

  /// How a topic is written: one form or several.
  private static func forms(_ topic: LanguageTopic) -> [String] {
    topic.syntax.split(separator: "   ").map(String.init)
  }

  /// The keywords that its forms begin with; a word for one that begins with a sign.
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

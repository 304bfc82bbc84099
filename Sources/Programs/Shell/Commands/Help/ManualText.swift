import Syntax

/// What a manual says of modes, commands and the language: the declarations that `.help` reads.
public enum ManualText {
  /// A term and what it means.
  public struct Entry: Sendable {
    /// The term.
    public let name: String
    /// What it means.
    public let text: String

    /// Makes an entry.
    public init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// The forms of results.
  public static let modes = OutputMode.all.map { Entry(name: $0.name, text: $0.summary) }

  /// The commands of the shell.
  public static let commands = DotCommand.all.map { command in
    let details = command.details.isEmpty ? "" : "\n" + command.details
    return Entry(
      name: command.usage,
      text: command.summary + details + "\nFor example: " + command.example
    )
  }

  /// What can be written in the language.
  public static let language = LanguageTopic.all.map { topic in
    Entry(name: topic.syntax, text: topic.summary + "\nFor example: " + topic.example)
  }
}

import Syntax

/// The help for modes, commands and the language, for manuals.
public enum ManualText {
  /// A term with its explanation.
  public struct Entry: Sendable {
    /// The term.
    public let name: String
    /// The explanation.
    public let text: String

    /// Creates an entry.
    public init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// The output modes.
  public static let modes = OutputMode.all.map { Entry(name: $0.name, text: $0.summary) }

  /// The dot-commands.
  public static let commands = DotCommand.all.map { command in
    let details = command.details.isEmpty ? "" : "\n" + command.details
    return Entry(
      name: command.usage,
      text: command.summary + details + "\nFor example: " + command.example
    )
  }

  /// The topics of the language.
  public static let language = LanguageTopic.all.map { topic in
    Entry(name: topic.syntax, text: topic.summary + "\nFor example: " + topic.example)
  }
}

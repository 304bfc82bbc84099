import Syntax

/// The help for modes, commands and the language, for manuals.
public enum ManualText {
  /// A term with its explanation.
  public typealias Entry = (name: String, text: String)

  /// The output modes.
  public static let modes: [Entry] = OutputMode.all.map { (name: $0.name, text: $0.summary) }

  /// The dot-commands.
  public static let commands: [Entry] = DotCommand.all.map { command in
    let details = command.details.isEmpty ? "" : "\n" + command.details
    return (
      name: command.usage,
      text: command.summary + details + "\nFor example: " + command.example
    )
  }

  /// The topics of the language.
  public static let language: [Entry] = LanguageTopic.all.map { topic in
    (name: topic.syntax, text: topic.summary + "\nFor example: " + topic.example)
  }
}

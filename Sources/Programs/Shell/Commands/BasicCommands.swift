import Diagnostics
import Syntax

/// The version of this program.
public enum ProgramVersion {
  /// The version number.
  public static let number = "0.1.0"
}

extension DotCommand {
  static let print = DotCommand(
    name: "print",
    arguments: "[text]",
    wordCounts: 0...Int.max,
    summary: "print text unchanged",
    example: ".print \"the end\"",
    details: "Quote the text to keep leading and trailing spaces.",
    handler: { call throws(Diagnostic) in
      let isQuoted = call.words.count == 1
      call.console.printLine(StyledText(isQuoted ? call.words[0].text : call.line.rest.text))
      return .succeeded
    }
  )

  static let version = DotCommand(
    name: "version",
    summary: "print the version of Martlet",
    example: ".version",
    handler: { call throws(Diagnostic) in
      call.console.printLine(StyledText("Martlet \(ProgramVersion.number)"))
      return .succeeded
    }
  )

  static let quit = DotCommand(
    name: "quit",
    aliases: ["exit", "q"],
    summary: "exit; Ctrl-D on an empty line does the same",
    example: ".quit",
    handler: { _ throws(Diagnostic) in .quit(afterFailure: false) }
  )
}

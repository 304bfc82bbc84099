import Diagnostics
import Syntax

extension DotCommand {
  static let help = DotCommand(
    name: "help",
    arguments: "[pattern]",
    wordCounts: 0...1,
    summary: "list the commands, or explain those that match",
    details: """
      `.help mode` explains one command; `.help file` lists those that speak of files.
      `.help functions` lists the functions of the language, `.help round` explains one.
      """,
    suggestions: { _ in DotCommand.all.map(\.name) + ["functions"] },
    handler: { call throws(Diagnostic) in
      let pattern = call.words.first.map { String($0.text.drop { $0 == "." }).lowercased() }
      if let lines = pattern.flatMap(FunctionHelp.lines) {
        for line in lines { call.console.printLine(line) }
        return .succeeded
      }
      let matches = all.filter { command in
        pattern.map { command.name == $0 || command.text.lowercased().contains($0) } ?? true
      }
      let named = matches.filter { $0.name == pattern || $0.aliases.contains { $0 == pattern } }
      if let pattern, matches.isEmpty { throw call.noHelp(for: pattern) }
      call.printHelp(named.isEmpty ? matches : named, isShort: pattern == nil)
      return .succeeded
    }
  )

  /// All that help can be searched for.
  private var text: String { [usage, summary, details].joined(separator: "\n") }
}

extension CommandCall {
  fileprivate func noHelp(for pattern: String) -> Diagnostic {
    let nearest = nearestNames(to: pattern, in: DotCommand.all.map(\.name))
    return Diagnostic(
      "no command is about `\(pattern)`",
      at: words.first?.span ?? line.span,
      help: [didYouMean(nearest.map { ".\($0)" }) ?? "`.help` lists the commands"]
    )
  }

  fileprivate func printHelp(_ commands: [DotCommand], isShort: Bool) {
    let width = commands.map(\.usage.count).max() ?? 0
    for command in commands {
      var text = StyledText(command.usage, .keyword)
      text.appendSpaces(width - command.usage.count + 2)
      text.append(command.summary)
      console.printLine(text)
      if !isShort, commands.count == 1, !command.details.isEmpty {
        for line in command.details.split(separator: "\n") {
          console.printLine(StyledText("  \(line)"))
        }
      }
    }
    if isShort { console.printLine(StyledText(Self.statementsHint, .dim)) }
  }

  private static let statements = Keyword.all(in: .statement).reversed().map(\.rawValue)
    .joined(separator: ", ")

  private static let statementsHint = """
    The rest is the language: \(statements), = expression.
    A unique beginning of a command's name will do: `.sch` is `.schema`.
    """
}

import Diagnostics
import Session
import Storage
import Syntax

/// A command to the shell itself, `.mode csv`, as opposed to a statement of the language.
struct DotCommand: Sendable {
  /// The name without its dot.
  let name: String
  /// Other names.
  var aliases: [String] = []
  /// What stands behind the name, for help: `[pattern]`.
  var arguments = ""
  /// How many words may stand behind the name.
  var wordCounts: ClosedRange<Int> = 0...0
  /// What it does, in one line.
  let summary: String
  /// A use of it that runs on the demo.
  let example: String
  /// What else there is to know.
  var details = ""
  /// What can be chosen, each with what it is.
  var terms: [(name: String, summary: String)] = []
  /// Whether its argument is a file.
  var takesFile = false
  /// What may stand as its argument, for completion.
  var suggestions: @Sendable (Console) -> [String] = { _ in [] }
  /// Does it.
  let handler: @Sendable (CommandCall) throws(Diagnostic) -> RunStatus

  /// All commands by what they are about, in the order in which help lists them.
  static let groups: [(title: String, commands: [DotCommand])] = [
    ("models and records", [.models, .schema, .summary, .queries, .params, .check, .info]),
    (
      "how results look",
      [
        .mode, .maxRows, .width, .titles, .nullValue, .timeZone, .hints, .timer, .last, .pager,
      ]
    ),
    ("files", [.output, .once, .read, .import, .dump, .restore, .format]),
    ("stores", [.open, .stores, .close, .timeout, .cache, .author]),
    ("the shell", [.help, .lesson, .edit, .history, .print, .version, .quit]),
  ]

  /// All commands.
  static let all: [DotCommand] = groups.flatMap(\.commands)

  func run(_ call: CommandCall) throws(Diagnostic) -> RunStatus {
    guard wordCounts.contains(call.words.count) else { throw call.usageFailure }
    return try handler(call)
  }
}

extension DotCommand {
  /// The command with its arguments: `.mode [name]`.
  var usage: String { arguments.isEmpty ? ".\(name)" : ".\(name) \(arguments)" }

  /// The command that `line` names, by its name, an alias or a beginning that only it has.
  static func find(_ line: CommandLine) throws(Diagnostic) -> DotCommand {
    let matches = matches(line.name.text)
    if matches.count == 1 { return matches[0] }
    throw matches.isEmpty ? unknown(line) : ambiguous(line, matches)
  }

  /// The command called `name`, or those whose names begin so.
  static func matches(_ name: String) -> [DotCommand] {
    let name = name.lowercased()
    if let exact = all.first(where: { $0.name == name || $0.aliases.contains(name) }) {
      return [exact]
    }
    return name.isEmpty ? [] : all.filter { $0.name.hasPrefix(name) }
  }

  private static func unknown(_ line: CommandLine) -> Diagnostic {
    let name = line.name.text
    let nearest = nearestNames(to: name, in: all.flatMap { [$0.name] + $0.aliases })
    return Diagnostic(
      "there is no command `.\(name)`",
      at: line.name.span,
      help: [didYouMean(nearest.map { ".\($0)" }) ?? "`.help` lists the commands"]
    )
    .asking(about: .command(name.lowercased()))
  }

  private static func ambiguous(_ line: CommandLine, _ matches: [DotCommand]) -> Diagnostic {
    let names = matches.map { "`.\($0.name)`" }.joined(separator: ", ")
    return Diagnostic("`.\(line.name.text)` could be \(names)", at: line.name.span)
  }
}

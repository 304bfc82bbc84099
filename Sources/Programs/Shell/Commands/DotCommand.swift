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
  /// The arguments, as help shows them: `[pattern]`.
  var arguments = ""
  /// The number of words that may follow the name.
  var wordCounts: ClosedRange<Int> = 0...0
  /// What the command does, in one line.
  let summary: String
  /// An example that runs on the demo.
  let example: String
  /// More detailed help.
  var details = ""
  /// The choices for the argument, each with its meaning.
  var terms: [(name: String, summary: String)] = []
  var takesFile = false
  /// Completions for the argument.
  var suggestions: @Sendable (Console) -> [String] = { _ in [] }
  let handler: @Sendable (CommandCall) throws(Diagnostic) -> RunStatus

  /// All commands, grouped in the order of the help.
  static let groups: [(title: String, commands: [DotCommand])] = [
    ("models and records", [.models, .schema, .summary, .queries, .params, .check, .info]),
    (
      "how results look",
      [
        .mode, .maxRows, .width, .titles, .nullValue, .timeZone, .seed, .hints, .timer, .last,
        .pager,
        .colors, .tips,
      ]
    ),
    ("files", [.output, .once, .read, .import, .format]),
    ("stores", [.open, .stores, .close, .timeout, .cache, .author, .distribute]),
    ("the shell", [.help, .lesson, .edit, .history, .print, .version, .quit]),
  ]

  static let all: [DotCommand] = groups.flatMap(\.commands)

  func run(_ call: CommandCall) throws(Diagnostic) -> RunStatus {
    guard wordCounts.contains(call.words.count) else { throw call.usageFailure }
    return try handler(call)
  }
}

extension DotCommand {
  /// The command with its arguments: `.mode [name]`.
  var usage: String { arguments.isEmpty ? ".\(name)" : ".\(name) \(arguments)" }

  /// The command that `line` names, by name, alias or unique prefix.
  static func find(_ line: CommandLine) throws(Diagnostic) -> DotCommand {
    let matches = matches(line.name.text)
    if matches.count == 1 { return matches[0] }
    throw matches.isEmpty ? unknown(line) : ambiguous(line, matches)
  }

  /// The command named `name`, or those whose names start with it.
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
    .with(unknown: .command(name.lowercased()))
  }

  private static func ambiguous(_ line: CommandLine, _ matches: [DotCommand]) -> Diagnostic {
    let names = matches.map { "`.\($0.name)`" }.joined(separator: ", ")
    return Diagnostic("`.\(line.name.text)` could be \(names)", at: line.name.span)
  }
}

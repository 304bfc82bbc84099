import Diagnostics
import Foundation
import Model
import Rendering
import Session
import Storage
import Syntax

/// Commands that show a setting, or change it.
extension DotCommand {
  static let mode = DotCommand(
    name: "mode",
    arguments: "[mode]",
    wordCounts: 0...1,
    summary: "choose the output format",
    example: ".mode csv",
    terms: OutputMode.all.map { ($0.name, $0.summary) },
    suggestions: { _ in OutputMode.all.map(\.name) },
    handler: { call throws(Diagnostic) in
      try call.setting(call.console.mode.name) { word throws(Diagnostic) in
        guard let mode = OutputMode.named(word.text) else {
          throw Diagnostic(
            "there is no mode `\(word.text)`",
            at: word.span,
            help: [OutputMode.hint(for: word.text)]
          )
        }
        call.console.choose(mode)
      }
    }
  )

  static let maxRows = DotCommand(
    name: "maxrows",
    arguments: "[number|off|auto]",
    wordCounts: 0...1,
    summary: "limit how many rows of a long result are shown: the first and the last",
    example: ".maxrows 10",
    details: """
      `auto`, the default, fits the screen with at most \(RenderingContext.defaultMaxRows) rows, and is \
      unlimited if output does not go to a terminal; `off` is unlimited. Machine formats always have \
      all rows. `.last` shows the whole result.
      """,
    suggestions: { _ in ["off", "auto"] },
    handler: { call throws(Diagnostic) in
      try call.setting(call.console.settings.maxRows.text) { word throws(Diagnostic) in
        switch word.text.lowercased() {
        case "off", "all": call.console.settings.maxRows = .all
        case "auto": call.console.settings.maxRows = .auto
        case let text:
          guard let count = Int(text), count >= 0 else { throw call.usageFailure }
          call.console.settings.maxRows = .rows(count)
        }
      }
    }
  )

  static let width = DotCommand(
    name: "width",
    arguments: "[column] [number|auto]",
    wordCounts: 0...2,
    summary: "set the width of tables, or the maximum width of a column",
    example: ".width name 20",
    details: """
      `.width 100` fits tables into 100 columns of the terminal, `.width auto` into its width. \
      `.width note 30` limits columns with that heading to 30, `.width note auto` removes the limit.
      """,
    suggestions: { ["auto"] + $0.session.schema.entities.flatMap { $0.properties.map(\.name) } },
    handler: { call throws(Diagnostic) in
      guard let word = call.words.last else {
        call.console.printWidths()
        return .succeeded
      }
      let width = Int(word.text)
      if word.text.lowercased() != "auto", !(width.map((1...10_000).contains) ?? false) {
        guard word.text.allSatisfy({ $0.isNumber || $0 == "-" }) else { throw call.usageFailure }
        throw Diagnostic(
          "a width is `auto` or a number from 1 to 10,000",
          at: word.span,
          help: ["usage: \(call.command.usage)"]
        )
      }
      if call.words.count == 2 {
        call.console.settings.columnLimits[call.words[0].text.lowercased()] = width
      } else {
        call.console.settings.tableWidth = width
      }
      return .succeeded
    }
  )

  static let titles = DotCommand(
    name: "titles",
    aliases: ["headers", "headings"],
    arguments: "[on|off]",
    wordCounts: 0...1,
    summary: "print column headings in tables, CSV and TSV",
    example: ".titles off",
    suggestions: { _ in ["on", "off"] },
    handler: { call throws(Diagnostic) in try call.toggle(\.hasHeadings) }
  )

  static let timer = DotCommand(
    name: "timer",
    arguments: "[on|off]",
    wordCounts: 0...1,
    summary: "print the run time after each statement",
    example: ".timer on",
    details: "`run` is the time to the result, `print` the time to format and write it.",
    suggestions: { _ in ["on", "off"] },
    handler: { call throws(Diagnostic) in try call.toggle(\.isTimed) }
  )

  static let nullValue = DotCommand(
    name: "nullvalue",
    arguments: "[text|auto]",
    wordCounts: 0...1,
    summary: "set the text for nil",
    example: ".nullvalue NULL",
    details: """
      `auto`, the default, is `nil`, or nothing in the mode `list`. Strings that look the same are \
      quoted. CSV always uses an empty field, JSON `null`.
      """,
    suggestions: { _ in ["auto"] },
    handler: { call throws(Diagnostic) in
      let settings = call.console.settings
      let text = settings.nullText ?? settings.mode.defaultNullText
      return try call.setting(escapedForTerminal(text.debugDescription)) { word in
        call.console.settings.nullText = word.text == "auto" ? nil : word.text
      }
    }
  )

  static let timeZone = DotCommand(
    name: "timezone",
    arguments: "[zone]",
    wordCounts: 0...1,
    summary: "set the time zone for reading and showing dates",
    example: ".timezone Europe/Oslo",
    details: "The default is `GMT`, or the zone of `--timezone`. CSV and JSON files use UTC.",
    suggestions: { _ in TimeZone.knownTimeZoneIdentifiers },
    handler: { call throws(Diagnostic) in
      try call.setting(call.session.settings.timeZone.identifier) { word throws(Diagnostic) in
        guard let zone = TimeZone(identifier: word.text) else {
          let nearest = nearestNames(to: word.text, in: TimeZone.knownTimeZoneIdentifiers)
          throw Diagnostic(
            "there is no time zone `\(word.text)`",
            at: word.span,
            help: [didYouMean(nearest) ?? "for example `Europe/Oslo`"]
          )
        }
        call.session.settings.timeZone = zone
      }
    }
  )

  static let seed = DotCommand(
    name: "seed",
    arguments: "[number|off]",
    wordCounts: 0...1,
    summary: "repeat the numbers of `random` in each statement",
    example: ".seed 7",
    details: "With `off`, the default, each statement has other random numbers.",
    suggestions: { _ in ["off"] },
    handler: { call throws(Diagnostic) in
      let seed = call.session.settings.seed
      return try call.setting(seed.map { "\($0)" } ?? "off") { word throws(Diagnostic) in
        if word.text.lowercased() == "off" {
          call.session.settings.seed = nil
        } else if let seed = Int64(word.text) {
          call.session.settings.seed = seed
        } else {
          throw call.usageFailure
        }
      }
    }
  )

  static let hints = DotCommand(
    name: "hints",
    arguments: "[on|off|auto]",
    wordCounts: 0...1,
    summary: "explain which condition eliminated every record when a fetch finds nothing",
    example: ".hints on",
    details: """
      `auto` does so on a terminal, in human-readable modes.
      Each condition is counted alone and combined with those before it.
      """,
    suggestions: { _ in HintChoice.allCases.map(\.rawValue) },
    handler: { call throws(Diagnostic) in
      try call.setting(call.console.settings.hints.rawValue) { word throws(Diagnostic) in
        guard let choice = HintChoice(rawValue: word.text.lowercased()) else {
          throw call.usageFailure
        }
        call.console.settings.hints = choice
      }
    }
  )

  static let tips = DotCommand(
    name: "tips",
    arguments: "[on|off]",
    wordCounts: 0...1,
    summary: "show tips after statements",
    example: ".tips off",
    details: """
      The interactive shell shows each tip at most twice, such as `undo` after a delete. It remembers \
      this in later sessions, except with `--safe`.
      """,
    suggestions: { _ in ["on", "off"] },
    handler: { call throws(Diagnostic) in try call.toggle(\.showsTips) }
  )

  static let pager = DotCommand(
    name: "pager",
    arguments: "[on|off|command]",
    wordCounts: 0...Int.max,
    summary: "choose the pager for `.last` and `.help`",
    example: ".pager less -S",
    details:
      "`on`, the default, uses the program in `PAGER`, or `less`. Results of statements are not paged.",
    suggestions: { _ in ["on", "off"] },
    handler: { call throws(Diagnostic) in
      try call.setting(call.console.settings.pager.text) { word throws(Diagnostic) in
        switch word.text {
        case "on" where call.words.count == 1: call.console.settings.pager = .on
        case "off" where call.words.count == 1: call.console.settings.pager = .off
        default:
          try call.refuseIfSafe("runs no programs")
          call.console.settings.pager = .command(call.line.rest.text)
        }
      }
    }
  )

  static let timeout = DotCommand(
    name: "timeout",
    arguments: "[seconds]",
    wordCounts: 0...1,
    summary: "how long to wait for a locked store",
    example: ".timeout 30s",
    details: "`.timeout 5s` and `.timeout 5` wait up to five seconds, `.timeout 200ms` less.",
    handler: { call throws(Diagnostic) in
      let stores = call.console.stores
      let text = BusyTimeout.text(stores.options.busyTimeout)
      return try call.setting(text) { word throws(Diagnostic) in
        guard let seconds = BusyTimeout.seconds(word.text) else {
          throw Diagnostic(
            "`\(word.text)` is not a valid timeout",
            at: word.span,
            help: [BusyTimeout.help]
          )
        }
        stores.setBusyTimeout(seconds)
      }
    }
  )

  static let author = DotCommand(
    name: "author",
    arguments: "[name|-]",
    wordCounts: 0...1,
    summary: "set the author of the following changes for `history`; `-` for nobody",
    example: ".author Zoë",
    handler: { call throws(Diagnostic) in
      try call.setting(call.session.author ?? "nobody") { word in
        call.session.author = word.text == "-" ? nil : word.text
      }
    }
  )
}

extension CommandCall {
  /// Passes the argument to `change`, or prints the command's name and the current value.
  fileprivate func setting(
    _ value: String,
    change: (CommandLine.Word) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> RunStatus {
    if let word = words.first {
      try change(word)
    } else {
      console.printLine(StyledText("\(command.name) \(value)"))
    }
    return .succeeded
  }

  /// Shows a setting, or sets it to `on` or `off`.
  fileprivate func toggle(
    _ path: WritableKeyPath<DisplaySettings, Bool>
  ) throws(Diagnostic) -> RunStatus {
    try setting(console.settings[keyPath: path] ? "on" : "off") { word throws(Diagnostic) in
      let choices = ["on": true, "off": false]
      guard let choice = choices[word.text.lowercased()] else { throw usageFailure }
      console.settings[keyPath: path] = choice
    }
  }
}

extension Console {
  fileprivate func printWidths() {
    printLine(StyledText("width \(settings.tableWidth.map { String($0) } ?? "auto")"))
    for (column, width) in settings.columnLimits.sorted(by: { $0.key < $1.key }) {
      printLine(StyledText("width \(escapedForTerminal(column)) \(width)"))
    }
  }
}

extension RowLimit {
  fileprivate var text: String {
    switch self {
    case .auto: "auto"
    case .all: "off"
    case .rows(let count): String(count)
    }
  }
}

extension PagerChoice {
  fileprivate var text: String {
    switch self {
    case .on: "on"
    case .off: "off"
    case .command(let command): escapedForTerminal(command)
    }
  }
}

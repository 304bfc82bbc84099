import Diagnostics
import Model
import Rendering
import Session
import Syntax

extension DotCommand {
  static let maxRows = DotCommand(
    name: "maxrows",
    arguments: "[number|off|auto]",
    wordCounts: 0...1,
    summary: "limit the rows shown of a long result; half of them are its last ones",
    example: ".maxrows 10",
    details: """
      `auto`, the default, is \(RenderingContext.usualMaxRows) on a terminal and unlimited \
      elsewhere; `off` is unlimited. Machine formats always have all rows. `.last` shows the whole \
      result.
      """,
    suggestions: { _ in ["off", "auto"] },
    handler: { call throws(Diagnostic) in
      switch call.words.first?.text.lowercased() {
      case nil:
        call.console.printLine(StyledText("maxrows \(call.console.settings.maxRows.text)"))
      case "off", "all": call.console.settings.maxRows = .all
      case "auto": call.console.settings.maxRows = .auto
      case let text?:
        guard let count = Int(text), count >= 0 else { throw call.usageFailure }
        call.console.settings.maxRows = .rows(count)
      }
      return .succeeded
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
      let width: Int?
      if word.text.lowercased() == "auto" {
        width = nil
      } else if let number = Int(word.text), call.widths.contains(number) {
        width = number
      } else {
        guard word.text.allSatisfy({ $0.isNumber || $0 == "-" }) else { throw call.usageFailure }
        throw Diagnostic(
          "a width is `auto` or a number from 1 to \(groupedDigits(call.widths.upperBound))",
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
    handler: { call throws(Diagnostic) in
      try call.toggle("titles", \.hasHeadings)
    }
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
      guard let word = call.words.first else {
        let text = settings.nullText ?? settings.mode.usualNullText
        call.console.printLine(StyledText("nullvalue \(escapedForTerminal(text.debugDescription))"))
        return .succeeded
      }
      call.console.settings.nullText = word.text == "auto" ? nil : word.text
      return .succeeded
    }
  )
}

extension CommandCall {
  fileprivate var widths: ClosedRange<Int> { 1...10_000 }
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

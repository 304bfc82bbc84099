import ArgumentParser
import Foundation
import Shell

/// The manual page in roff, out of the declarations of options, modes, commands and topics.
enum ManualPage {
  static var text: String {
    let sections = [
      head, options, section("MODES", ManualText.modes), section("COMMANDS", ManualText.commands),
      section("LANGUAGE", ManualText.language), foot,
    ]
    return sections.joined(separator: "\n")
  }

  private static let head = #"""
    .TH MARTLET 1 "" "Martlet \#(ProgramVersion.number)" "User Commands"
    .SH NAME
    martlet \- a query shell for typed object models
    .SH SYNOPSIS
    .B martlet
    [\fIoptions\fR] [\fIfile\fR | \fIName\fR=\fIfile\fR ...]
    .SH DESCRIPTION
    Martlet opens stores (any SQLite file is one, those of SwiftData and Core Data apps too) and files of
    records (CSV, TSV, JSON, JSON lines), and answers queries about the objects in them. On a terminal,
    without \fB\-c\fR and \fB\-f\fR, it is a shell; else it runs what it is given, or what standard input
    says.
    .SH EXAMPLES
    .TP
    .B martlet \-\-demo
    Try it on sample data.
    .TP
    .B martlet budget.store
    Open a store, or make one.
    .TP
    .B martlet users.csv \-c 'fetch users where age > 30 sort surname limit 10'
    Ask about a file.
    .TP
    .B martlet users.csv \-f report.fetch \-m csv \-o report.csv
    Run a script and write its results to a file.
    """#

  private static let foot = #"""
    .SH EXIT STATUS
    0 if all went well, 1 if a statement failed, 2 for wrong usage, 3 if a file could not be opened,
    130 if it was interrupted.
    .SH ENVIRONMENT
    .TP
    .BR PAGER , " LESS"
    What shows \fB.last\fR and \fB.help\fR where they are longer than the screen.
    .TP
    .BR VISUAL , " EDITOR"
    What \fB.edit\fR starts.
    .TP
    .BR NO_COLOR , " TERM" , " COLUMNS"
    No colours; what the terminal can do; how wide it is.
    .SH FILES
    .TP
    .I $XDG_CONFIG_HOME/martlet/init.fetch
    Runs at every start, unless \fB\-\-no\-init\fR or \fB\-\-safe\fR is given; ~/.config if the variable
    is not set.
    .TP
    .I $XDG_STATE_HOME/martlet/
    What was typed; ~/.local/state if the variable is not set.
    """#

  private static var options: String {
    let declared = Data(MartletCommand._dumpHelp().utf8)
    let arguments = (try? JSONDecoder().decode(DeclaredTool.self, from: declared))?.command
      .arguments
    let rows = (arguments ?? []).filter { $0.shouldDisplay && $0.names != nil }.map { option in
      (name: names(of: option), text: option.abstract ?? "")
    }
    return section("OPTIONS", rows.map { ManualText.Entry(name: $0.name, text: $0.text) })
  }

  /// `-m, --mode mode`
  private static func names(of option: DeclaredTool.Argument) -> String {
    let names = (option.names ?? []).map { name in
      name.kind == "long" ? "--\(name.name)" : "-\(name.name)"
    }
    let value = option.kind == "option" ? " " + (option.valueName ?? "value").uppercased() : ""
    return names.joined(separator: ", ") + value
  }

  private static func section(_ title: String, _ entries: [ManualText.Entry]) -> String {
    ".SH \(title)\n"
      + entries.map { ".TP\n.B \(escaped($0.name))\n\(escaped($0.text))" }.joined(separator: "\n")
  }

  /// The text without what roff would take for its own.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
      .split(separator: "\n").map { line in
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : String(line)
      }.joined(separator: "\n")
  }
}

/// What ArgumentParser says in JSON of the declaration of a command.
private struct DeclaredTool: Decodable {
  struct Command: Decodable {
    let arguments: [Argument]
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let kind: String
    let shouldDisplay: Bool
    let names: [Name]?
    let valueName: String?
    let abstract: String?
  }

  let command: Command
}

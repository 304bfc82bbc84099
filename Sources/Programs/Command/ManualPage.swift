import Foundation
import Shell

/// The manual page in roff, generated from the declarations of options, modes, commands and topics.
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
    130 if it was interrupted, 143 if \fBkill\fR ended it.
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
    .TP
    .BR LC_ALL , " LC_CTYPE" , " LANG"
    Whether the terminal takes UTF-8; else tables there have plain lines.
    .TP
    .BR TMPDIR
    Where copies of an app's store go that cannot be read in its place.
    .SH FILES
    .TP
    .I $XDG_CONFIG_HOME/martlet/init.fetch
    Runs at every start, unless \fB\-\-no\-init\fR or \fB\-\-safe\fR is given; ~/.config if the variable
    is not set.
    .TP
    .I $XDG_STATE_HOME/martlet/
    What was typed; ~/.local/state if the variable is not set.
    """#

  private static var options: String { section("OPTIONS", DeclaredOptions.all) }

  private static func section(_ title: String, _ entries: [ManualText.Entry]) -> String {
    ".SH \(title)\n"
      + entries.map { ".TP\n.B \(escaped($0.name))\n\(escaped($0.text))" }.joined(separator: "\n")
  }

  /// `text` with roff's special characters escaped.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
      .split(separator: "\n").map { line in
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : String(line)
      }.joined(separator: "\n")
  }
}

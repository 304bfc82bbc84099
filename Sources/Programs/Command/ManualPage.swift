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
    Martlet queries the objects in stores (any SQLite file, including those of SwiftData and Core Data apps)
    and in data files (CSV, TSV, JSON, JSON lines). On a terminal, without \fB\-c\fR and \fB\-f\fR, it
    starts an interactive shell; otherwise it runs the given statements, or those on standard input.
    .SH EXAMPLES
    .TP
    .B martlet \-\-demo
    Try it on sample data.
    .TP
    .B martlet budget.store
    Open a store, or create one.
    .TP
    .B martlet users.csv \-c 'fetch users where age > 30 sort surname limit 10'
    Query a file.
    .TP
    .B martlet users.csv \-f report.fetch \-m csv \-o report.csv
    Run a script and write its results to a file.
    """#

  private static let foot = #"""
    .SH EXIT STATUS
    0 for success, 1 if a statement failed, 2 for wrong usage, 3 if a file could not be opened,
    130 if it was interrupted, 143 if \fBkill\fR ended it.
    .SH ENVIRONMENT
    .TP
    .BR PAGER , " LESS"
    The pager for \fB.last\fR and \fB.help\fR, and its options.
    .TP
    .BR VISUAL , " EDITOR"
    The editor for \fB.edit\fR.
    .TP
    .BR NO_COLOR , " TERM" , " COLUMNS"
    Disable colors; the kind of terminal; its width.
    .TP
    .BR LC_ALL , " LC_CTYPE" , " LANG"
    Whether the terminal uses UTF-8; otherwise tables are drawn with ASCII lines.
    .TP
    .BR MARTLET_CACHE
    \fBoff\fR: neither read nor write images of columns, as with \fB\-\-no\-cache\fR.
    .TP
    .BR TMPDIR
    The folder for temporary copies of app stores that cannot be read in place.
    .SH FILES
    .TP
    .I $XDG_CONFIG_HOME/martlet/init.fetch
    The startup script, unless \fB\-\-no\-init\fR or \fB\-\-safe\fR is given; in ~/.config if the
    variable is not set.
    .TP
    .I $XDG_STATE_HOME/martlet/
    The history and the completed lessons; in ~/.local/state if the variable is not set.
    .TP
    .I $XDG_CACHE_HOME/martlet/images/
    Images of columns that were read before; in ~/.cache if the variable is not set. They can be
    removed at any time, by \fB.cache clear\fR for example.
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

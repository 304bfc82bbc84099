import Shell

/// The text that `--help` prints. It fits on one screen; the manual has the details.
enum HelpText {
  static let hint = "martlet --help shows the options"

  static let text = """
    martlet: a query shell for typed object models
    usage: martlet [options] [file | Name=file ...]        on a terminal: the shell

      martlet --demo                               try it on sample data
      martlet budget.store                         open a store, or create one
      martlet users.csv -c 'fetch users where age > 30 sort surname limit 10'

      -c TEXT, -f FILE     run TEXT, or a script (- is standard input); repeatable
      -m, --mode MODE      \(modes.joined(separator: "\n" + margin))
      -o, --output FILE    write results to FILE, all or nothing
      --format             format scripts: print, --in-place or --check them
      --report FILE        write a page with statements, tables and charts (HTML)
      --mcp                serve assistants; --allow-changes, --hide, --log FILE
      --read-only          open stores for reading only    --timeout SECONDS
      --safe               use only the given stores, run no programs
      --no-bail            continue after an error (the exit status is still 1)
      --no-header, --no-init, --no-cache   no header lines, startup script, images
      --param NAME=VALUE   the value of $NAME              --timezone Europe/Oslo
      --model FILE, --models App.swift  models of an app   --color auto|always|never
      --completion-script bash|zsh|fish   --language-server   --version, --help
    exit status: 0 success, 1 a statement failed, 2 wrong usage, 3 a file could not
    be opened, 130 interrupted. In the shell, type .help; see also: man martlet
    """

  private static let width = 80
  private static let margin = String(repeating: " ", count: 23)

  /// The names of the modes, wrapped to the width.
  private static var modes: [String] {
    var lines: [String] = []
    for (index, mode) in OutputMode.all.enumerated() {
      let part = index + 1 < OutputMode.all.count ? mode.name + " |" : mode.name
      let line = (lines.last.map { $0 + " " } ?? "") + part
      if lines.isEmpty || margin.count + line.count > width {
        lines.append(part)
      } else {
        lines[lines.count - 1] = line
      }
    }
    return lines
  }
}

import Shell

/// What `--help` prints: a screen of it.
enum HelpText {
  static let version = "0.1.0"

  static let hint = "martlet --help shows the options"

  static let text = """
    martlet: a query shell for typed object models

    usage: martlet [options] [file | Name=file ...]

      martlet --demo                             try it on sample data
      martlet budget.store                       open a store, or make it
      martlet app.sqlite --read-only             any SQLite file is a store
      martlet users.csv People=other.json        each file becomes a model
      martlet users.csv -c 'fetch users where age > 30 sort surname limit 10'
      martlet users.csv -f report.fetch -m csv -o report.csv
      echo 'count users' | martlet users.csv

      -c TEXT                run TEXT (repeatable, in one session)
      -f FILE                run a script (repeatable); - is standard input
      -m, --mode MODE        \(OutputMode.all.map(\.name).joined(separator: " | "))
      -o, --output FILE      write results to FILE, whole or not at all
      --demo                 open the sample data: budgets, expenses, 10,000 users
      --no-bail              go on after a failure (the exit code is still 1)
      --read-only            open stores for reading only
      --timeout SECONDS      wait so long for a store that is busy (5)
      --no-header            the files begin with data, not with a line of names
      --param NAME=VALUE     the value of $NAME (repeatable)
      --timezone ZONE        the zone of dates, such as Europe/Oslo (else UTC)
      --color WHEN           auto | always | never
      --version, --help

    On a terminal, without -c and -f, the shell starts; .help lists its commands.
    exit codes: 0 all went well, 1 a statement failed, 2 wrong usage,
                3 a file could not be opened, 130 interrupted
    """
}

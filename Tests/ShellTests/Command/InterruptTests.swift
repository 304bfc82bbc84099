import Foundation
import TestSupport
import Testing

/// Ctrl-C in a script.
@Suite struct InterruptTests {
  @Test func controlCEndsAScript() throws {
    let folder = try TemporaryFolder()
    // A pipe without data: the command waits until it is stopped.
    let path = folder.file("endless.csv")
    try #require(mkfifo(path, 0o600) == 0)
    let terminal = try PseudoTerminal(
      [BuiltCommand.path, path, "-c", ".print unreached"],
      environment: ["TERM": "xterm", "HOME": folder.path],
      rows: 24,
      columns: 80
    )
    var pipe: Int32 = -1
    while pipe < 0, terminal.read(waiting: 20) != nil { pipe = open(path, O_WRONLY | O_NONBLOCK) }
    defer { close(pipe) }
    #expect(terminal.waitForExit(nudge: "\u{03}") == 130)
  }

  @Test func controlCEndsAProgramThatReadsResultsAndTheScript() throws {
    let folder = try TemporaryFolder()
    let started = folder.file("started")
    let terminal = try PseudoTerminal(
      [BuiltCommand.path, "-c", ".output |touch \(started); exec sleep 60", "-c", "= 1"],
      environment: ["TERM": "xterm", "HOME": folder.path, "PATH": "/usr/bin:/bin"],
      rows: 24,
      columns: 80
    )
    while access(started, F_OK) != 0, terminal.read(waiting: 20) != nil {}
    // To the command alone, as `kill` would.
    kill(terminal.process, SIGINT)
    #expect(terminal.waitForExit() == 130)
  }

  /// Nobody is at the other end of a named pipe: the wait for it ends, and nothing is a failure.
  @Test(arguments: [
    ["-c", ".output PIPE", "-c", "= 1"], ["-c", ".once PIPE", "-c", "= 1"],
    ["-o", "PIPE", "-c", "= 1"],
    ["-c", "export (fetch Budget) to \"PIPE\" as csv"],
    ["-c", "import \"PIPE\" as csv into X"], ["-c", ".read PIPE"], ["-f", "PIPE"],
    ["-c", ".format PIPE"],
  ])
  func controlCStopsWaitingForAPipe(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let words = ["-c", ".print begins", "-c", ".print again"] + arguments
    let terminal = try PseudoTerminal(
      [BuiltCommand.path, "--demo"] + words.map { $0.replacingOccurrences(of: "PIPE", with: path) },
      environment: ["TERM": "xterm", "HOME": folder.path],
      rows: 24,
      columns: 120
    )
    #expect(terminal.waitUntilCaught(SIGINT))
    let text = arguments[0] == "-c" ? terminal.read(until: "again") : ""
    #expect(eventually { isAsleep(terminal.process) })
    try endByControlC(terminal, text)
  }

  /// The reader of a pipe has stopped reading.
  @Test(arguments: [
    [".output PIPE", "fetch User", "fetch User", "fetch User"],
    ["export (fetch User) to \"PIPE\" as json"],
  ])
  func controlCStopsWaitingForAReader(statements: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let words = statements.flatMap { ["-c", $0.replacingOccurrences(of: "PIPE", with: path)] }
    let terminal = try PseudoTerminal(
      [BuiltCommand.path, "--demo", "-m", "csv"] + words + ["-c", ".print unreached"],
      environment: ["TERM": "xterm", "HOME": folder.path],
      rows: 24,
      columns: 120
    )
    var request = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 60_000) > 0)
    #expect(eventually { isAsleep(terminal.process) })
    try endByControlC(terminal)
  }

  /// Types Ctrl-C once, which is enough: a second one would end the process anyhow.
  private func endByControlC(_ terminal: PseudoTerminal, _ printed: String = "") throws {
    terminal.write("\u{03}")
    let text = printed + (try #require(terminal.readToEnd()))
    #expect(!text.contains("error"), "\(text)")
    #expect(terminal.waitForExit() == 130)
  }

  /// SQLite looks through all pairs of rows, and finds nothing.
  @Test func controlCEndsAStatementInSQL() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("slow.db")
    let sql = """
      CREATE TABLE p (id INTEGER PRIMARY KEY);
      CREATE TABLE c (id INTEGER PRIMARY KEY, p INT REFERENCES p);
      WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 50000)
        INSERT INTO p SELECT i FROM s;
      INSERT INTO c SELECT id, id FROM p;
      """
    #expect(try BuiltCommand.runShell("sqlite3 '\(path)' '\(sql)'").status == 0)
    let terminal = try PseudoTerminal(
      [
        BuiltCommand.path, path, "-c", ".print begins", "-c", "count p where count(cs) > 5",
        "-c", ".print unreached",
      ],
      environment: ["TERM": "xterm", "HOME": folder.path],
      rows: 24,
      columns: 80
    )
    #expect(terminal.read(until: "begins").contains("begins"))
    // The progress of the statement that runs.
    #expect(terminal.read(until: " s").contains(" s"))
    // The statement itself takes minutes.
    try endByControlC(terminal)
  }
}

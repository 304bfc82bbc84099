import Foundation
import TestSupport
import Testing

/// `watch` in processes of the built command, on a file that others change.
@Suite struct WatchTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("martlet.store")
    try change(
      "model Budget { name: String unique, limit: Double }  model Other { n: Int }",
      "insert Budget [{ name: \"Trip\", limit: 500 }, { name: \"Rent\", limit: 1200 }]"
    )
  }

  /// Runs statements in a separate process.
  private func change(_ statements: String...) throws {
    let result = try BuiltCommand.run(
      [path]
        + statements.flatMap { text in
          text.components(separatedBy: "  ").flatMap { ["-c", $0] }
        }
    )
    #expect(result.status == 0, "\(result.errors)")
  }

  /// A watch that continues in a separate process.
  private final class Watcher {
    private let process = Process()
    private let folder: TemporaryFolder

    init(_ arguments: [String], _ folder: TemporaryFolder) throws {
      self.folder = folder
      process.executableURL = URL(fileURLWithPath: BuiltCommand.path)
      process.arguments = arguments
      process.environment = [
        "PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
      ]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try handle("output")
      process.standardError = try handle("errors")
      try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    private func handle(_ name: String) throws -> FileHandle {
      try FileHandle(forWritingTo: URL(fileURLWithPath: folder.write("", to: name)))
    }

    var output: String { (try? folder.text("output")) ?? "" }
    var errors: String { (try? folder.text("errors")) ?? "" }

    /// Waits until a condition holds, or the process has ended.
    func wait(for purpose: String, until isThere: () -> Bool) {
      _ = eventually { isThere() || !process.isRunning }
      if !isThere() { Issue.record("never saw \(purpose); it printed\n\(output)\(errors)") }
    }

    /// Waits until this number of states has been printed completely.
    func waitForStates(_ count: Int) {
      wait(for: "\(count) states") { output.components(separatedBy: "\"complete\"").count > count }
    }

    /// Ends it by Ctrl-C; its exit code.
    func interrupt() -> Int32 {
      process.interrupt()
      return status()
    }

    func status() -> Int32 {
      process.waitUntilExit()
      return process.terminationReason == .uncaughtSignal
        ? -process.terminationStatus : process.terminationStatus
    }
  }

  private func watch(_ statements: String...) throws -> Watcher {
    try Watcher([path] + statements.flatMap { ["-c", $0] }, folder)
  }

  @Test func watchUsesTheReplacedQuery() throws {
    try change("let large = fetch Budget where limit > 900 select name")
    let watcher = try watch("watch count large")
    watcher.waitForStates(1)
    try change("let large = fetch Budget where limit > 100 select name")
    watcher.waitForStates(2)
    try change("insert Budget name: \"Food\", limit: 800")
    watcher.waitForStates(3)
    #expect(
      watcher.output.split(separator: "\n").filter { $0.contains("new") } == [
        #"{"change":"inserted","at":0,"new":{"count":1}}"#,
        #"{"change":"changed","old":{"count":1},"new":{"count":2}}"#,
        #"{"change":"changed","old":{"count":2},"new":{"count":3}}"#,
      ]
    )
    try change(".queries drop large")
    watcher.wait(for: "an error") { !watcher.errors.isEmpty }
    #expect(watcher.status() == 1)
    #expect(watcher.errors.contains("large"), "\(watcher.errors)")
  }

  @Test func rowsOfADistinctThatMoveShowTheirValues() throws {
    let watcher = try watch("watch fetch Budget select limit distinct")
    watcher.waitForStates(1)
    try change(
      "insert Budget name: \"Food\", limit: 500",
      "update Budget where name == \"Trip\" set limit = 1200"
    )
    watcher.waitForStates(2)
    #expect(watcher.interrupt() == 130)
    #expect(
      watcher.output.contains(#"{"change":"moved","at":0,"new":{"limit":1200.0}}"#),
      "\(watcher.output)"
    )
  }

  @Test func changesByOtherProcessesAreLinesOfJSON() throws {
    let watcher = try watch("watch fetch Budget sort limit desc limit 2", "= 1")
    watcher.waitForStates(1)
    try change("insert Budget name: \"Food\", limit: 800")
    watcher.waitForStates(2)
    try change("insert Other n: 1")
    try change("update Budget where name == \"Food\" set limit = 1300.5")
    watcher.waitForStates(3)
    try change("delete Budget where name == \"Rent\"")
    watcher.waitForStates(4)
    #expect(watcher.interrupt() == 130)
    #expect(
      watcher.output == """
        {"change":"inserted","id":"Budget#2","at":0,"new":{"name":"Rent","limit":1200.0}}
        {"change":"inserted","id":"Budget#1","at":1,"new":{"name":"Trip","limit":500.0}}
        {"change":"complete","rows":2}
        {"change":"left","id":"Budget#1","old":{"name":"Trip","limit":500.0}}
        {"change":"inserted","id":"Budget#3","at":1,"new":{"name":"Food","limit":800.0}}
        {"change":"complete","rows":2}
        {"change":"changed","id":"Budget#3","at":0,"old":{"limit":800.0},"new":{"limit":1300.5}}
        {"change":"complete","rows":2}
        {"change":"removed","id":"Budget#2","old":{"name":"Rent","limit":1200.0}}
        {"change":"entered","id":"Budget#1","at":1,"new":{"name":"Trip","limit":500.0}}
        {"change":"complete","rows":2}

        """
    )
    #expect(watcher.errors.isEmpty)
  }

  @Test func timeoutEndsAWatchAndTheScriptContinues() throws {
    let result = try BuiltCommand.run(
      path,
      "--param",
      "n=1",
      statements: [
        "update Budget where name == \"Trip\" set limit = 600",
        "watch for $n seconds count Budget where limit > $n",
        "watch for 0 seconds fetch Other",
        "= 1 + 1",
      ]
    )
    #expect(result.status == 0)
    #expect(
      result.output == """
        1 updated
        {"change":"inserted","at":0,"new":{"count":2}}
        {"change":"complete","rows":1}
        {"change":"complete","rows":0}
        2

        """
    )
  }

  /// Nothing is printed any more, so no write would find out.
  @Test func closedPipeEndsAWatch() throws {
    let result = try BuiltCommand.runShell(
      """
      { "$MARTLET" --no-init '\(path)' -c 'watch fetch Budget' -c '.print unreached'
      echo $? >&3; } 3>&2 | head -1
      """
    )
    #expect(result.output.hasPrefix("{\"change\":\"inserted\",\"id\":\"Budget#1\""))
    // 128 + SIGPIPE, and not a word.
    #expect(result.errors == "141\n")
  }

  @Test func controlCReturnsToThePrompt() throws {
    let shell = try ShellSession(path, columns: 100, folder: folder)
    shell.type("watch fetch Budget sort name\r")
    shell.wait(for: "watching Budget; Ctrl-C ends it")
    try change("insert Budget name: \"\\u{1B}[31mRed\\u{9B}\", limit: 5")
    shell.wait(for: "+ Budget#3")
    shell.wait(for: "1 inserted; 3 rows")
    try change("update Budget where name == \"Trip\" set limit = 550")
    shell.wait(for: "~ Budget#1  limit: 500.0 → 550.0")
    try change("delete Budget where limit < 10")
    shell.wait(for: "- Budget#3")
    shell.type("\u{03}")
    shell.wait(for: "a prompt") { $0.lastLine == "martlet>" }
    #expect(shell.run("= 20 + 3").contains("23"))
    #expect(!shell.screen.text.contains("cancelled"))
    let received = String(decoding: shell.received, as: UTF8.self)
    #expect(!received.contains("\u{1B}[31m") && !received.contains("\u{9B}"))
  }

  @Test func controlCOnATerminalEndsAScript() throws {
    let terminal = try PseudoTerminal(
      [BuiltCommand.path, path, "-c", "watch fetch Budget", "-c", ".print unreached"],
      environment: ["TERM": "xterm", "HOME": folder.path, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"],
      rows: 24,
      columns: 80
    )
    var text = ""
    for _ in 0..<1500 where !text.contains("ends it") {
      text += String(decoding: terminal.read(waiting: 20) ?? [], as: UTF8.self)
    }
    terminal.write("\u{03}")
    #expect(terminal.waitForExit() == 130)
    #expect(!text.contains("unreached"))
  }

  // MARK: Failures

  @Test func deletedFileEndsAWatch() throws {
    let watcher = try watch("watch fetch Budget", "= 1")
    watcher.waitForStates(1)
    try FileManager.default.removeItem(atPath: path)
    #expect(watcher.status() == 1)
    #expect(watcher.errors.contains("the file was deleted or replaced"))
  }

  @Test func watchContinuesAfterARecordFails() throws {
    let watcher = try watch("watch fetch Other where n * 4611686018427387904 >= 0 select n")
    watcher.waitForStates(1)
    try change("insert Other n: 8")
    watcher.wait(for: "a warning") { watcher.errors.contains("the watch continues") }
    try change("update all Other set n = 1")
    watcher.waitForStates(2)
    #expect(watcher.output.contains("\"new\":{\"n\":1}"))
    #expect(watcher.errors.contains("warning: "))
    #expect(watcher.interrupt() == 130)
  }

  @Test func changedColumnsEndAWatch() throws {
    let watcher = try watch("watch fetch Budget", "= 1")
    watcher.waitForStates(1)
    try change("extend Budget { note: String? }")
    #expect(watcher.status() == 1)
    #expect(watcher.errors.contains("the query now has different columns"))
  }

  @Test func watchThatCannotStartIsReported() throws {
    let result = try BuiltCommand.run(path, "-c", "watch fetch Budgets", "-c", "= 1")
    #expect(result.status == 1)
    #expect(result.errors.contains("did you mean `Budget`?"))
    let timed = try BuiltCommand.run(path, "-c", "watch for 3 fetch Budget")
    #expect(timed.errors.contains("durations have a unit: `for 10 seconds`"))
  }

  /// The tables of other programs say nothing of what was changed, so everything is looked at.
  @Test func filesOfOtherProgramsAreWatched() throws {
    let other = folder.file("other.db")
    #expect(
      try sqlite(other, "CREATE TABLE item (id INTEGER PRIMARY KEY, n INT); CREATE TABLE t (n INT)")
        == 0
    )
    let watcher = try Watcher([other, "-c", "watch fetch item"], folder)
    watcher.waitForStates(1)
    #expect(try sqlite(other, "INSERT INTO t VALUES (1); INSERT INTO item VALUES (7, 1)") == 0)
    watcher.waitForStates(2)
    #expect(try sqlite(other, "UPDATE item SET n = 2") == 0)
    watcher.waitForStates(3)
    #expect(
      watcher.output.contains(
        "{\"change\":\"changed\",\"id\":\"item#7\",\"old\":{\"n\":1},\"new\":{\"n\":2}}"
      )
    )
    #expect(watcher.interrupt() == 130)
  }

  /// What sqlite3 writes into a file of our own is noticed too.
  @Test func nativeStoresAreWatchedForEveryWriter() throws {
    let watcher = try watch("watch count Budget")
    watcher.waitForStates(1)
    #expect(try sqlite(path, "INSERT INTO Budget VALUES (50, 'x', 1.5)") == 0)
    watcher.waitForStates(2)
    #expect(
      watcher.output.contains(
        "{\"change\":\"changed\",\"old\":{\"count\":2},\"new\":{\"count\":3}}"
      )
    )
    #expect(watcher.interrupt() == 130)
  }

  private func sqlite(_ path: String, _ sql: String) throws -> Int32 {
    try BuiltCommand.runShell("sqlite3 '\(path)' \"\(sql)\"").status
  }
}

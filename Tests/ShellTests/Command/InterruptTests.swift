import Foundation
import TestSupport
import Testing

/// Ctrl-C in a script.
@Suite struct InterruptTests {
  @Test func controlCEndsAScript() throws {
    let folder = try TemporaryFolder()
    // A pipe that nothing comes out of: the command waits until it is stopped.
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
}

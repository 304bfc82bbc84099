import Foundation
import PostgreSQLFixtures
import Testing

/// The Tab key in a database of a server.
@Suite(.enabled(if: PrivateServer.shared != nil))
struct ServerCompletionTests {
  /// The server does not answer while names and values are completed, so Tab asks it for nothing.
  @Test func tabDoesNotWaitForTheServer() throws {
    let server = try #require(PrivateServer.shared)
    server.execute("CREATE DATABASE tabs", in: "postgres")
    server.execute(
      "CREATE TABLE member (id int PRIMARY KEY, nickname text);"
        + " INSERT INTO member VALUES (1, 'Ann')",
      in: "tabs"
    )
    let shell = try ShellSession(server.address("tabs"), waits: false)
    shell.wait(for: "tabs@local>")
    let path = server.folder + "/pids"
    server.execute(
      "COPY (SELECT pid FROM pg_stat_activity WHERE application_name = 'martlet'"
        + " AND datname = 'tabs') TO '\(path)'",
      in: "tabs"
    )
    let pids = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .compactMap { pid_t($0) }
    try #require(!pids.isEmpty)
    for pid in pids { kill(pid, SIGSTOP) }
    defer { for pid in pids { kill(pid, SIGCONT) } }
    shell.type("fetch mem\t")
    shell.wait(for: "fetch member")
    shell.type("where nick\t")
    shell.wait(for: "where nickname")
    shell.type("== \"A\t!")
    shell.wait(for: "== \"A!")
    shell.kill()
  }
}

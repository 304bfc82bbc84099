import Foundation
import PostgreSQLFixtures
import TestSupport
import Testing

@testable import PostgreSQLStore

/// Ctrl-C while the server works.
@Suite(.enabled(if: PrivateServer.shared != nil))
struct ServerInterruptTests {
  /// The statement would run for ten minutes; the server stops it at once.
  @Test func interruptsStopTheServer() async throws {
    let server = try #require(PrivateServer.shared)
    server.execute("CREATE DATABASE slow", in: "postgres")
    server.execute(
      "CREATE VIEW slow AS SELECT i FROM generate_series(1, 3) i, pg_sleep(600)",
      in: "slow"
    )
    let address = try #require(ServerAddress(server.address("slow")))
    let observer = try ServerConnection(address, cancellation: nil)
    func isRunning() throws -> Bool {
      let count = try observer.run(
        script: "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%slow%'"
          + " AND state = 'active' AND pid <> pg_backend_pid()"
      )
      return count.last?.text(0, 0) == "1"
    }
    let command = Process()
    command.executableURL = URL(fileURLWithPath: BuiltCommand.path)
    command.arguments = [server.address("slow"), "-c", "count slow"]
    command.standardOutput = FileHandle.nullDevice
    command.standardError = FileHandle.nullDevice
    try command.run()
    #expect(try await eventually { try isRunning() })
    command.interrupt()
    command.waitUntilExit()
    #expect(command.terminationStatus == 130)
    #expect(try await eventually { try !isRunning() })
  }
}

import Features
import Foundation
import PostgreSQLFixtures
import Session
import StoreFixtures
import TestSupport
import Testing

@testable import PostgreSQLStore

/// Writers and the server's processes are killed at random moments: what was acknowledged is there,
/// and of what was about to be saved there is all or nothing.
@Suite(.enabled(if: PrivateServer.shared != nil), .serialized)
struct ServerKillTests {
  @Test func everyAcknowledgedSaveSurvivesKilledWriters() throws {
    let server = try #require(PrivateServer.shared)
    let rounds = fuzzCount(25)
    try kill(on: server, rounds: rounds, seed: 51, "writer") { process, _ in
      Foundation.kill(process.processIdentifier, SIGKILL)
    }
  }

  @Test func everyAcknowledgedSaveSurvivesKilledConnections() throws {
    let server = try #require(PrivateServer.shared)
    try kill(on: server, rounds: fuzzCount(15), seed: 52, "connection") { _, backends in
      _ = try? backends.run(
        script: "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
          + " WHERE application_name = 'killed'"
      )
    }
  }

  @Test func everyAcknowledgedSaveSurvivesCrashesOfTheServer() throws {
    let server = try #require(PrivateServer(named: "killed"))
    try kill(on: server, rounds: fuzzCount(10), seed: 53, "server process") { _, backends in
      let found = try? backends.run(
        script: "SELECT pid FROM pg_stat_activity WHERE application_name = 'killed' LIMIT 1"
      )
      // The server ends all of its processes then, and recovers.
      if let pid = found?.last?.number(0, 0) { Foundation.kill(pid_t(pid), SIGKILL) }
    }
  }

  private func kill(
    on server: PrivateServer,
    rounds: Int,
    seed: UInt64,
    _ victim: String,
    _ end: (Process, ServerConnection) -> Void
  ) throws {
    let folder = try TemporaryFolder(inMemory: true)
    let own = server.addressOfNewStore()
    let address = own + "&application_name=killed"
    let made = try BuiltCommand.run(own, "-c", SaveSequence.models)
    #expect(made.status == 0, "\(made.errors)")
    var random = SeededRandom(seed: seed)
    var sequence = SaveSequence()
    var lost = 0
    for round in 0..<rounds {
      let watcher = try Self.connect(own)
      let writer = try KilledWriter(sequence, file: address, folder: folder)
      let pause = UInt32.random(in: 0...15_000, using: &random)
      let acknowledged = writer.end(after: Int.random(in: 0...10, using: &random)) { process in
        usleep(pause)
        end(process, watcher)
      }
      let found = try Self.contents(of: own)
      let expected = sequence.advanced(by: acknowledged)
      let next = expected.advanced(by: 1)
      #expect(
        found == expected.contents || found == next.contents,
        "round \(round): after \(expected.count) saves the store holds \(found)"
      )
      if found != expected.contents { lost += 1 }
      sequence = found == expected.contents ? expected : next
    }
    print(
      "killed a \(victim) \(rounds) times: \(sequence.count) saves, \(lost) done but not yet told"
    )
  }

  /// A connection, as soon as the server takes one again.
  private static func connect(_ address: String) throws -> ServerConnection {
    let address = try #require(ServerAddress(address))
    var connection: ServerConnection?
    _ = eventually(every: .milliseconds(20)) {
      connection = try? ServerConnection(address, cancellation: nil)
      return connection != nil
    }
    return try #require(connection)
  }

  /// What a session finds in the store, when the server has ended the killed writer's work.
  private static func contents(of address: String) throws -> [String] {
    _ = eventually(every: .milliseconds(5)) {
      let active = try? connect(address).run(
        script: "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'killed'"
      )
      return active?.last?.number(0, 0) == 0
    }
    let session = QuerySession(store: try PrivateServer.open(address))
    let verdict = try session.check()
    #expect(verdict.isSound, "\(verdict.lines)")
    return try SaveSequence.queries.map { try session.rows($0) }
  }
}

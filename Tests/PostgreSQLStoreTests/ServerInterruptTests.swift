import Foundation
import PostgreSQLFixtures
import Storage
import Synchronization
import TestSupport
import Testing

@testable import PostgreSQLStore
@testable import SQLGeneration

/// Ctrl-C while the server works.
@Suite(.enabled(if: PrivateServer.shared != nil))
struct ServerInterruptTests {
  /// The statement would run for ten minutes, or reads many rows; the server stops it at once.
  @Test(arguments: ["count slow", "fetch big where text matches /y$/"])
  func interruptsStopTheServer(statement: String) throws {
    let server = try #require(PrivateServer.shared)
    let name = "slow\(UInt32.random(in: 0 ... .max))"
    server.execute("CREATE DATABASE \(name)", in: "postgres")
    server.execute(
      """
      CREATE VIEW slow AS SELECT i FROM generate_series(1, 3) i, pg_sleep(600);
      CREATE TABLE big (id int PRIMARY KEY, text text);
      INSERT INTO big SELECT i, 'text ' || i FROM generate_series(1, 600000) i; ANALYZE big;
      """,
      in: name
    )
    let address = try #require(ServerAddress(server.address(name)))
    let observer = try ServerConnection(address, cancellation: nil)
    func isRunning() throws -> Bool {
      let count = try observer.run(
        script: "SELECT count(*) > 0 FROM pg_stat_activity WHERE query ~ 'slow|big'"
          + " AND datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()"
      )
      return count.last?.text(0, 0) == "t"
    }
    let command = Process()
    command.executableURL = URL(fileURLWithPath: BuiltCommand.path)
    // Several times: the machine may be fast. This test keeps its thread for the same reason.
    command.arguments = [server.address(name)] + (1...20).flatMap { _ in ["-c", statement] }
    command.standardOutput = FileHandle.nullDevice
    command.standardError = FileHandle.nullDevice
    try command.run()
    #expect(try eventually { try isRunning() })
    command.interrupt()
    command.waitUntilExit()
    #expect(command.terminationStatus == 130)
    #expect(try eventually { try !isRunning() })
  }

  /// Other statements of a snapshot do not keep savepoints for a reader that was cancelled.
  @Test func cancelledReadersNeedNoSavepoints() throws {
    let server = try #require(PrivateServer.shared)
    let name = "readers\(UInt32.random(in: 0 ... .max))"
    server.execute("CREATE DATABASE \(name)", in: "postgres")
    server.execute(
      """
      CREATE TABLE many (id int PRIMARY KEY, n int);
      INSERT INTO many SELECT i, i FROM generate_series(1, 5000) i;
      """,
      in: name
    )
    var options = FileOptions()
    let flag = CancellationFlag()
    options.cancellation = flag
    let store = try PrivateServer.open(server.address(name), options: options)
    let snapshot = try #require(try store.snapshot() as? ServerSnapshot)
    let selection = try ServerSelection([], of: "many", as: "t", in: snapshot.model)
    let sql = SQLFragment("SELECT \(selection.list) FROM many AS t WHERE 1 / n >= 0").failing
    var reader: CursorReader? = CursorReader(sql, selection, of: "many", snapshot)
    let batch = try reader?.next()
    #expect(batch?.count == 1024)
    func readerCount() -> Int { snapshot.state.withLock { $0.failingCursorCount } }
    #expect(readerCount() == 1)
    flag.cancel()
    reader = nil
    #expect(readerCount() == 0)
    flag.reset()
  }

  /// A server can take long to stop, as while it deletes the files of a sort. This one ignores
  /// requests for some seconds.
  @Test func readersDoNotWaitForTheServer() throws {
    let server = try #require(PrivateServer.shared)
    let name = "stubborn\(UInt32.random(in: 0 ... .max))"
    server.execute("CREATE DATABASE \(name)", in: "postgres")
    server.execute(
      """
      CREATE FUNCTION stubborn(s int) RETURNS int LANGUAGE plpgsql AS $$
      DECLARE stop timestamptz;
      BEGIN LOOP BEGIN
        PERFORM pg_sleep(coalesce(extract(epoch FROM stop - clock_timestamp()), 600));
        RETURN 1;
      EXCEPTION WHEN query_canceled THEN
        stop := coalesce(stop, clock_timestamp() + make_interval(secs => s));
      END; END LOOP; END $$
      """,
      in: name
    )
    let address = try #require(ServerAddress(server.address(name)))
    func seconds(onlyReads: Bool, stubborn: Int) throws -> Duration {
      let flag = CancellationFlag()
      let connection = try ServerConnection(address, cancellation: flag)
      connection.note(onlyReads: onlyReads)
      let timer = Thread {
        Thread.sleep(forTimeInterval: 0.2)
        flag.cancel()
      }
      timer.start()
      let start = ContinuousClock.now
      _ = try? connection.run(script: "SELECT stubborn(\(stubborn))")
      let time = ContinuousClock.now - start
      flag.reset()
      let next = try? connection.run(script: "SELECT 1")
      #expect((next == nil) == onlyReads)
      return time
    }
    #expect(try seconds(onlyReads: true, stubborn: 5) < .seconds(3))
    // A change must know how it ends.
    #expect(try seconds(onlyReads: false, stubborn: 1) >= .seconds(1))
  }
}

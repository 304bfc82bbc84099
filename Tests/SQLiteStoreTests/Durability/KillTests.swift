import Features
import GRDB
import Session
import StoreFixtures
import TestSupport
import Testing

/// A process that writes to a file is killed at random moments: what it had said was saved is there,
/// and of what it was about to save there is all or nothing.
@Suite struct KillTests {
  @Test func everyAcknowledgedSaveSurvives() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let file = folder.file("kill.store")
    let made = try BuiltCommand.run(file, "-c", SaveSequence.models)
    #expect(made.status == 0, "\(made.errors)")
    var random = SeededRandom(seed: 50)
    var sequence = SaveSequence()
    var lost = 0
    for round in 0..<fuzzCount(50) {
      let writer = try KilledWriter(sequence, file: file, folder: folder)
      let acknowledged = try writer.kill(after: Int.random(in: 0...12, using: &random), &random)
      let found = try Self.contents(of: file)
      let expected = sequence.advanced(by: acknowledged)
      let next = expected.advanced(by: 1)
      #expect(
        found == expected.contents || found == next.contents,
        "round \(round): after \(expected.count) saves the file holds \(found)"
      )
      if found != expected.contents { lost += 1 }
      sequence = found == expected.contents ? expected : next
      try Self.checkIntegrity(of: file)
    }
    #expect(sequence.count > fuzzCount(50))
    print("killed \(fuzzCount(50)) times: \(sequence.count) saves, \(lost) done but not yet told")
  }

  /// What a session finds in the file.
  private static func contents(of file: String) throws -> [String] {
    let session = QuerySession(store: try ReopenedStore.open(file))
    let verdict = try session.check()
    #expect(verdict.isSound, "\(verdict.lines)")
    return try SaveSequence.queries.map { try session.rows($0) }
  }

  /// What SQLite says of the file.
  private static func checkIntegrity(of file: String) throws {
    let database = try DatabaseQueue(path: file)
    try database.read { connection in
      let verdict = try String.fetchAll(connection, sql: "PRAGMA integrity_check")
      #expect(verdict == ["ok"])
      #expect(try Row.fetchAll(connection, sql: "PRAGMA foreign_key_check").isEmpty)
      // History has every existing record, and no other.
      for entity in ["Batch", "Item", "Counter", "Tag"] {
        let sql = """
          SELECT \(entity).id IS NULL OR told.key IS NULL OR told.count <> 1
          FROM \(entity) FULL JOIN (
            SELECT key, sum(CASE action WHEN 'inserted' THEN 1 WHEN 'deleted' THEN -1 ELSE 0 END) AS count
            FROM martlet_changes WHERE entity = '\(entity)' GROUP BY key HAVING count <> 0
          ) AS told ON told.key = \(entity).id
          """
        #expect(try Bool.fetchAll(connection, sql: sql).allSatisfy { !$0 }, "\(entity)")
      }
    }
  }
}

import Features
import Foundation
import GRDB
import Model
import Session
import StoreFixtures
import TestSupport
import Testing

/// A process that migrates a file is killed at random moments: the file holds the old version whole, or the
/// new one, and a copy beside it is whole too.
@Suite struct MigrationKillTests {
  private static let models = """
    model Shelf { label: String unique, items: [Item] inverse shelf }
    model Crate: Shelf { depth: Int }
    model Item { code: Int, size: String, shelf: Shelf? }
    """

  private static let versions = """
    version 1 {
      model Shelf { label: String unique, items: [Item] inverse shelf }
      model Crate: Shelf { depth: Int }
      model Item { code: Int, size: String, shelf: Shelf?, twice: Int }
      set Item.twice = code % 1000 * 2
    }
    version 2 {
      model Shelf { title: String unique was label, items: [Item] inverse shelves }
      model Crate: Shelf { depth: Int, room: Int = 2 }
      model Item { code: String, size: String, shelves: [Shelf] was shelf, twice: Int, note: String? }
      set Item.note = upper(size)
    }
    migrate 2 allow loss
    """

  private static let queries = [
    [
      "fetch Item select @id, code, size, shelf.label as label sort @id",
      "fetch Shelf select label, count(items) as n",
      "fetch Crate select @id, label, depth",
    ],
    [
      "fetch Item select @id, code, size, twice, note, shelves { title } sort @id",
      "fetch Shelf select title, count(items) as n",
      "fetch Crate select @id, title, depth, room, count(items) as n",
    ],
  ]

  @Test func oneVersionIsComplete() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let original = folder.file("original.store")
    let made = try BuiltCommand.run(
      original,
      statements: Self.models.split(separator: "\n").map(String.init)
        + ["generate 20 Shelf seed 1", "generate 200 Crate seed 3", "generate 1500 Item seed 2"]
    )
    #expect(made.status == 0, "\(made.errors)")
    let script = try folder.write(Self.versions, to: "versions.fetch")
    let before = try Self.contents(of: original)
    let after = try Self.migrated(original, script, folder)
    #expect(before != after.contents)
    var random = SeededRandom(seed: 61)
    var found: [Int: Int] = [:]
    for round in 0..<fuzzCount(10) {
      let own = try TemporaryFolder(inMemory: true)
      let file = own.file("kill.store")
      try FileManager.default.copyItem(atPath: original, toPath: file)
      try Self.kill(file, script, own, after: Int.random(in: 0...after.writes, using: &random))
      let contents = try Self.contents(of: file)
      let version = contents == before ? 0 : contents == after.contents ? 2 : -1
      #expect(version >= 0, "round \(round): \(contents)")
      found[version, default: 0] += 1
      for name in try own.names() where name.contains("before-version-2") && !name.contains("-wal")
      {
        guard Self.isWritten(own.file(name)) else { continue }
        #expect(try Self.contents(of: own.file(name)) == before, "\(name)")
      }
      let database = try DatabaseQueue(path: file)
      let verdict = try database.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
      let strays = try database.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check") }
      #expect(verdict == ["ok"])
      #expect(strays.isEmpty)
    }
    #expect(try Self.killedAfterTheCopy(original, script, before), "no kill met the steps")
    print("killed \(fuzzCount(10)) migrations: \(found)")
  }

  /// What a whole migration comes to, and how many writes to the files were seen.
  private static func migrated(
    _ original: String,
    _ script: String,
    _ folder: TemporaryFolder
  ) throws -> (contents: [String], writes: Int) {
    let file = folder.file("whole.store")
    try FileManager.default.copyItem(atPath: original, toPath: file)
    let process = try start(file, script)
    let writes = folder.countChanges { process.isRunning }
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return (try contents(of: file), writes)
  }

  private static func kill(
    _ file: String,
    _ script: String,
    _ folder: TemporaryFolder,
    after writes: Int
  ) throws {
    let process = try start(file, script)
    _ = folder.countChanges(upTo: writes) { process.isRunning }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private static func start(_ file: String, _ script: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltCommand.path)
    process.arguments = [file, "-f", script]
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Whether the file is as it was, beside a whole copy, where a process is killed as soon as the copy is
  /// there; tried a few times, as the process may be through before.
  private static func killedAfterTheCopy(
    _ original: String,
    _ script: String,
    _ before: [String]
  ) throws -> Bool {
    for _ in 0..<8 {
      let own = try TemporaryFolder(inMemory: true)
      let file = own.file("kill.store")
      try FileManager.default.copyItem(atPath: original, toPath: file)
      let copy = own.file("kill.before-version-2.store")
      let process = try start(file, script)
      _ = eventually(every: .microseconds(100)) {
        !process.isRunning || isWritten(copy)
      }
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      guard isWritten(copy), try contents(of: file) == before else { continue }
      return try contents(of: copy) == before
    }
    return false
  }

  /// Whether a copy is there. For a moment, an empty file keeps its name.
  private static func isWritten(_ copy: String) -> Bool {
    (try? Data(contentsOf: URL(fileURLWithPath: copy)))?.isEmpty == false
  }

  /// What a session finds in the file: its models and all records.
  private static func contents(of file: String) throws -> [String] {
    let session = QuerySession(store: try ReopenedStore.open(file))
    let verdict = try session.check()
    #expect(verdict.isSound, "\(verdict.lines)")
    let isNew = session.schema.entity("Item")?.property("shelves") != nil
    return [SchemaPrinter(schema: session.schema).text]
      + (try queries[isNew ? 1 : 0].map { try session.rows($0) })
  }
}

import Foundation
import PostgreSQLFixtures
import TestSupport
import Testing

/// Stores that earlier releases created: the answers are the same, and they can be changed.
@Suite struct ReleaseTests {
  @Test func everyReleaseHasFiles() {
    #expect(!ReleasedFile.releases.isEmpty)
    for release in ReleasedFile.releases {
      let parts = ReleasedFile.contents(of: release)
      #expect(parts == ["images", "library", "limits", "server", "shop", "state"], "\(release)")
    }
  }

  @Test(arguments: ReleasedFile.files) func answersAreTheSame(file: ReleasedFile) throws {
    let folder = try TemporaryFolder()
    let path = try file.unpack(to: folder)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    for options in [[], ["--read-only"], ["--safe"]] {
      try Self.expectAnswers(file, on: path, options)
    }
    // Whoever only reads a store does not convert it.
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try folder.names() == [file.name])
  }

  @Test(arguments: ReleasedFile.files) func changesWork(file: ReleasedFile) throws {
    let folder = try TemporaryFolder()
    try Self.expectChanges(file, on: try file.unpack(to: folder))
  }

  @Test(.enabled(if: PrivateServer.shared != nil), arguments: ReleasedFile.dumps)
  func storesOnServers(dump: ReleasedFile) throws {
    let server = try #require(PrivateServer.shared)
    let folder = try TemporaryFolder()
    let sql = try String(contentsOfFile: try dump.unpack(to: folder), encoding: .utf8)
    let database = "release\(abs(dump.folder.hashValue))"
    #expect(server.execute("CREATE DATABASE \(database)", in: "postgres") == 0)
    #expect(server.execute(sql, in: database) == 0)
    let address = server.address(database)
    try Self.expectAnswers(dump, on: address, [])
    try Self.expectChanges(dump, on: address)
    let newer = "UPDATE martlet_store SET value = 3 WHERE key = 'format'"
    #expect(server.execute(newer, in: database) == 0)
    let refused = try BuiltCommand.run(address, "-c", "= 1")
    #expect(refused.status == 3)
    #expect(refused.errors.contains("it was written by a newer Martlet (format 3)\nhelp: open it"))
  }

  private static func expectAnswers(
    _ file: ReleasedFile,
    on store: String,
    _ options: [String]
  ) throws {
    let result = try BuiltCommand.run(
      [store, "-m", "csv", "--timezone", "UTC", "-f", file.folder + "/ask.fetch"] + options
    )
    #expect(try result.output == file.answers("ask.csv"), "\(options)")
    #expect((result.errors, result.status) == ("", 0))
    let check = try BuiltCommand.run([store, "-c", ".check"] + options)
    #expect(check.status == 0, "\(check.output)")
  }

  private static func expectChanges(_ file: ReleasedFile, on store: String) throws {
    let changed = try BuiltCommand.run(
      store,
      "-m",
      "csv",
      "--timezone",
      "UTC",
      "-f",
      file.folder + "/change.fetch"
    )
    #expect(try changed.output == file.answers("change.csv"))
    #expect(changed.status == 0, "\(changed.errors)")
    let check = try BuiltCommand.run(store, "-c", ".check")
    #expect(check.status == 0, "\(check.output)")
  }
}

import PostgreSQLFixtures
import TestSupport
import Testing

/// Servers and libraries that Martlet cannot use.
@Suite struct UnreachableServerTests {
  @Test func oldServersAreRefused() throws {
    let server = try #require(ScriptedServer(.reports(version: "9.6.24")))
    let result = try BuiltCommand.run("postgres://ann@/shop?host=\(server.folder)", "-c", "= 1")
    #expect(result.status != 0)
    #expect(
      result.errors.contains("the server is PostgreSQL 9.6, and Martlet needs 12 or later"),
      "\(result.errors)"
    )
    #expect(result.errors.contains("`pg_upgrade`"), "\(result.errors)")
  }

  @Test func missingPasswordsAreExplained() throws {
    let server = try #require(ScriptedServer(.asksForPassword))
    let result = try BuiltCommand.run(
      "postgres://ann@/shop?host=\(server.folder)",
      "-c",
      "= 1",
      environment: ["PGPASSFILE": "/dev/null"]
    )
    #expect(result.errors.contains("no password was given: `~/.pgpass`"), "\(result.errors)")
  }

  /// A library that cannot be loaded is as good as none. macOS ignores the variable.
  @Test func missingLibrariesAreNamed() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "libpq.so.5")
    let result = try BuiltCommand.run(
      "postgres://ann@localhost/shop",
      "-c",
      "= 1",
      environment: ["LD_LIBRARY_PATH": folder.path]
    )
    #if os(Linux)
      #expect(result.errors.contains("the library libpq is not installed"), "\(result.errors)")
      #expect(result.errors.contains("`apt-get install libpq5`"), "\(result.errors)")
    #endif
    #expect(try BuiltCommand.run("-c", "= 1 + 1").output == "2\n")
  }
}

import CoreDataFixtures
import Features
import Foundation
import GRDB
import Model
import SQLiteStore
import Session
import Storage
import StoreFixtures
import TestSupport
import Testing

/// Files of Core Data that other processes have open, that have an interrupted change, or that are
/// read-only: all of them are read, and never changed.
@Suite struct SharedUseTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("app.store")
  }

  private func write(usesLog: Bool) throws {
    var file = BankModel.file
    file.usesLog = usesLog
    try file.write(to: path)
  }

  private func contents() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try folder.names() {
      contents[name] = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
    }
    return contents
  }

  private func labels(_ store: FileStore) throws -> Int {
    try store.snapshot().count(of: "Label")
  }

  // MARK: Another process

  @Test(.enabled(if: SQLiteProcess.isThere, "there is no sqlite3"), arguments: [true, false])
  func appInAnotherProcessContinues(usesLog: Bool) throws {
    try write(usesLog: usesLog)
    let app = try SQLiteProcess(path)
    try app.run("PRAGMA wal_autocheckpoint = 0; INSERT INTO ZLABEL VALUES (7, 6, 1, 'late');")
    let before = try contents()
    let command = try BuiltCommand.run(path, "-c", "count Label")
    #expect(command.output == "4\n", "\(command.errors)")
    let store = try ReopenedStore.open(path)
    #expect(try labels(store) == 4)
    for name in ["app.store", "app.store-wal"] { #expect(try contents()[name] == before[name]) }
    if usesLog {
      // A snapshot does not change while the app writes.
      let snapshot = try store.snapshot()
      try app.run("INSERT INTO ZLABEL VALUES (8, 6, 1, 'later');")
      #expect(try snapshot.count(of: "Label") == 4)
      #expect(try labels(store) == 5)
    } else {
      try app.run("INSERT INTO ZLABEL VALUES (8, 6, 1, 'later');")
      #expect(try labels(store) == 5)
    }
    store.close()
    #expect(
      try app.run("INSERT INTO ZLABEL VALUES (9, 6, 1, 'last'); PRAGMA integrity_check;") == "ok"
    )
    app.quit()
    #expect(try folder.names() == ["app.store"])
    #expect(try labels(ReopenedStore.open(path)) == 6)
  }

  /// The columns of a store that are cached in memory are as the app has them now.
  @Test(.enabled(if: SQLiteProcess.isThere, "there is no sqlite3"), arguments: [true, false])
  func cachedColumnsFollowTheApp(usesLog: Bool) throws {
    try write(usesLog: usesLog)
    let app = try SQLiteProcess(path)
    try app.run("UPDATE ZLABEL SET ZTEXT = 'first' WHERE Z_PK = 1;")
    let options = FileOptions.asLarge(keepsColumns: true)
    let session = QuerySession(store: try ReopenedStore.open(path, options: options))
    let question = "fetch Label where text != \"two\" select text sort text"
    for _ in 0..<3 { #expect(try session.rows(question) == "first\nthree") }
    #expect(options.columnCacheBudget.used > 0)
    try app.run("UPDATE ZLABEL SET ZTEXT = 'fourth' WHERE Z_PK = 3;")
    for _ in 0..<3 { #expect(try session.rows(question) == "first\nfourth") }
    try app.run("BEGIN IMMEDIATE; UPDATE ZLABEL SET ZTEXT = 'never';")
    #expect(try session.rows(question) == "first\nfourth")
    try app.run("ROLLBACK;")
    #expect(try session.rows(question) == "first\nfourth")
    app.quit()
  }

  @Test(.enabled(if: SQLiteProcess.isThere, "there is no sqlite3"))
  func uncommittedChangesOfAnAppAreNotRead() throws {
    try write(usesLog: false)
    let app = try SQLiteProcess(path)
    try app.run("BEGIN IMMEDIATE; INSERT INTO ZLABEL VALUES (7, 6, 1, 'not yet');")
    #expect(try folder.names().contains("app.store-journal"))
    let before = try contents()
    let store = try ReopenedStore.open(path)
    #expect(try labels(store) == 3)
    #expect(try contents() == before)
    try app.run("COMMIT;")
    #expect(try labels(store) == 4)
    app.quit()
  }

  // MARK: Interrupted changes

  /// A process ended in the midst of a change: what it had written already is taken back, in a copy.
  @Test func ignoresAnInterruptedChange() throws {
    try write(usesLog: false)
    let queue = try DatabaseQueue(path: path)
    let copy = try TemporaryFolder()
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA cache_size = 2; PRAGMA cache_spill = 1; BEGIN")
      try db.execute(
        sql: """
          UPDATE ZLABEL SET ZTEXT = 'half';
          WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
          INSERT INTO ZLABEL SELECT i, 6, 1, 'a text of some length ' || i FROM n;
          """
      )
      for ending in ["", "-journal"] {
        try FileManager.default
          .copyItem(atPath: path + ending, toPath: copy.file("app.store" + ending))
      }
      try db.execute(sql: "ROLLBACK")
    }
    func bytes(_ name: String) throws -> Data {
      try Data(contentsOf: URL(fileURLWithPath: copy.file(name)))
    }
    let before = try (bytes("app.store"), bytes("app.store-journal"))
    // The pages are in the file by now.
    #expect(before.0 != (try Data(contentsOf: URL(fileURLWithPath: path))))
    let store = try ReopenedStore.open(copy.file("app.store"))
    #expect(try labels(store) == 3)
    store.close()
    #expect(try (bytes("app.store"), bytes("app.store-journal")) == before)
    #expect(try copy.names() == ["app.store", "app.store-journal"])
  }

  // MARK: Write failures

  /// A folder and files that nobody may write, as on a medium of that kind.
  @Test(arguments: [["app.store"], ["app.store", "app.store-wal"]])
  func readOnlyMediaAreRead(names: [String]) throws {
    try write(usesLog: true)
    let queue = try DatabaseQueue(path: path)
    let medium = try TemporaryFolder()
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA wal_autocheckpoint = 0; INSERT INTO ZLABEL VALUES (7, 6, 1, 'x')")
      if names.count == 1 { try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
      for name in names {
        try FileManager.default.copyItem(atPath: folder.file(name), toPath: medium.file(name))
      }
    }
    let result = try BuiltCommand.runShell(
      """
      chmod 444 '\(medium.path)'/*; chmod 555 '\(medium.path)'
      # The superuser may write everywhere.
      if [ "$(id -u)" = 0 ]; then as="setpriv --reuid=65534 --regid=65534 --clear-groups"; fi
      if ! $as test -x "$MARTLET"; then as=; fi
      ls '\(medium.path)'; $as "$MARTLET" '\(medium.file("app.store"))' -c 'count Label'; ls '\(medium.path)'
      chmod 755 '\(medium.path)'
      """
    )
    let listing = names.map { $0 + "\n" }.joined()
    #expect(result.output == listing + "4\n" + listing, "\(result.errors)")
    #expect(result.errors == "")
  }
}

/// The sqlite3 shell with a file open, as an app has it.
private final class SQLiteProcess {
  private static let executable = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  static var isThere: Bool { executable != nil }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ path: String) throws {
    process.executableURL = URL(fileURLWithPath: try #require(Self.executable))
    process.arguments = ["-batch", path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Runs statements to their end; what they print.
  @discardableResult
  func run(_ sql: String) throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data((sql + "\n.print :end:\n").utf8))
    var text = ""
    while !text.hasSuffix(":end:\n") {
      let bytes = output.fileHandleForReading.availableData
      if bytes.isEmpty { break }
      text += String(decoding: bytes, as: UTF8.self)
    }
    return text.replacingOccurrences(of: ":end:", with: "")
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Ends it, as an app that is closed.
  func quit() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

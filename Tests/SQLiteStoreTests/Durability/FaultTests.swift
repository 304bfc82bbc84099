import Features
import Foundation
import GRDB
import Session
import Storage
import StoreFixtures
import TestSupport
import Testing

/// Failures of disks and files are reported, and no data is lost.
@Suite struct FaultTests {
  /// Whether the machine lets a test mount its own folders.
  static let canMount =
    (try? BuiltCommand.runShell("unshare -rm true"))?.status == 0

  private static let sound = "no damage in"

  @Test(.enabled(if: canMount)) func aFullDisk() throws {
    let folder = try TemporaryFolder()
    let script = """
      mount -t tmpfs -o size=300k none '\(folder.path)' || exit 99
      cd '\(folder.path)'
      "$MARTLET" a.store -c 'model A { n: Int, t: String }' -c 'insert A { n: 1, t: "x" }' || exit 98
      "$MARTLET" a.store -c 'generate 20000 A' && exit 97
      "$MARTLET" a.store -c 'count A' -c '.check' || exit 96
      "$MARTLET" a.store -c 'insert A { n: 2, t: "y" }' -c 'count A' || exit 95
      """
    try folder.write(script, to: "full.sh")
    let result = try BuiltCommand.runShell("exec unshare -rm sh '\(folder.file("full.sh"))'")
    #expect(result.status == 0, "\(result.output) \(result.errors)")
    #expect(result.errors.contains("the disk is full"))
    #expect(result.output.contains("\n1\n\(Self.sound) 1 record"))
    #expect(result.output.hasSuffix("1 inserted\n2\n"))
  }

  /// A disk that is full while the file is copied, or while its tables are rewritten: the file
  /// stays as it was, and no copy remains.
  @Test(.enabled(if: canMount), arguments: [400, 420, 450, 600, 800])
  func aFullDiskInAMigration(size: Int) throws {
    let folder = try TemporaryFolder()
    let version = """
      version 1 { model A { number: Int was n, t: String, u: String? }, set A.u = t + t }
      migrate 1
      """
    let script = """
      mount -t tmpfs -o size=\(size)k none '\(folder.path)' || exit 99
      cd '\(folder.path)'
      "$MARTLET" a.store -c 'model A { n: Int, t: String }' -c 'generate 8000 A seed 1' || exit 98
      before=$("$MARTLET" a.store -m csv -c 'fetch A' | cksum)
      printf '%s' '\(version)' > v.fetch
      "$MARTLET" a.store -f v.fetch && exit 96
      test "$before" = "$("$MARTLET" a.store -m csv -c 'fetch A' | cksum)" || exit 95
      "$MARTLET" a.store -c .check || exit 94
      ls | grep -e before-version -e copy- && exit 91
      mount -o remount,size=20m '\(folder.path)' || exit 93
      "$MARTLET" a.store -f v.fetch -c 'count A' -c .check || exit 92
      """
    try folder.write(script, to: "full.sh")
    let result = try BuiltCommand.runShell("exec unshare -rm sh '\(folder.file("full.sh"))'")
    #expect(result.status == 0, "\(result.output) \(result.errors)")
    #expect(result.errors.contains("the disk is full"), "\(result.errors)")
    #expect(result.output.hasSuffix("8000\n\(Self.sound) 8,000 records of 1 model\n"))
  }

  @Test(.enabled(if: canMount)) func readOnlyFolder() throws {
    let folder = try TemporaryFolder()
    let script = """
      cd '\(folder.path)'
      "$MARTLET" a.store -c 'model A { n: Int }' -c 'insert A n: 1' || exit 98
      mount --bind . . && mount -o remount,bind,ro '\(folder.path)' || exit 99
      cd '\(folder.path)'
      "$MARTLET" a.store -c 'insert A n: 2'; echo "code $?"
      "$MARTLET" b.store -c 'model B { n: Int }'; echo "code $?"
      "$MARTLET" a.store --read-only -c 'count A'; echo "code $?"
      """
    try folder.write(script, to: "read-only.sh")
    let result = try BuiltCommand.runShell("exec unshare -rm sh '\(folder.file("read-only.sh"))'")
    #expect(result.output.hasSuffix("code 3\ncode 3\n1\ncode 0\n"), "\(result)")
    #expect(result.errors.contains("cannot open \"a.store\": it is read-only"))
  }

  /// A file that lost its end, at any length, is not opened, and is left as it is.
  @Test func truncatedFile() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("whole.store")
    let made = try BuiltCommand.run(
      file,
      "-c",
      "model A { n: Int, t: String }",
      "-c",
      "generate 2000 A"
    )
    #expect(made.status == 0, "\(made.errors)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(bytes.count > 40_000)
    for length in [100, 3000, 4096, 5000, 30_000] {
      let part = URL(fileURLWithPath: folder.file("part\(length).store"))
      try bytes.prefix(length).write(to: part)
      let result = try BuiltCommand.run(part.path, "-c", "insert A { n: 1, t: \"x\" }")
      #expect(result.status == 3, "\(length): \(result)")
      #expect(result.errors.contains("the file is damaged"), "\(length): \(result)")
      #expect(try Data(contentsOf: part) == bytes.prefix(length))
    }
  }

  @Test func filesThatAreNotStores() throws {
    let folder = try TemporaryFolder()
    var random = SeededRandom(seed: 7)
    let noise = Data((0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) })
    let file = URL(fileURLWithPath: folder.file("noise.store"))
    try noise.write(to: file)
    let result = try BuiltCommand.run(file.path, "-c", "model A { n: Int }")
    #expect(result.status == 3)
    #expect(result.errors.contains("it is not a SQLite database"))
    #expect(try Data(contentsOf: file) == noise)
  }

  @Test func aFileOfANewerMartlet() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("newer.store")
    let made = try BuiltCommand.run(file, "-c", "model A { n: Int }")
    #expect(made.status == 0)
    try DatabaseQueue(path: file).writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA user_version = 999")
    }
    let result = try BuiltCommand.run(file, "-c", "insert A n: 1")
    #expect(result.status == 3)
    #expect(result.errors.contains("newer"), "\(result.errors)")
    #expect(result.errors.contains("999"), "\(result.errors)")
  }

  /// A newer Martlet changes the models of a store that is open here: it cannot be used any longer.
  @Test func aStoreThatANewerMartletChanges() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("shared.store")
    let session = QuerySession(store: try ReopenedStore.open(file))
    _ = try session.told("model A { n: Int }")
    _ = try session.told("insert A n: 1")
    let other = try DatabaseQueue(path: file)
    try other.writeWithoutTransaction {
      try $0.execute(
        sql: "PRAGMA user_version = 999;"
          + "UPDATE martlet_store SET value = value + 1 WHERE key = 'models'"
      )
    }
    for statement in ["count A", "insert A n: 2", "extend A { m: Int? }"] {
      do {
        _ = try session.told(statement)
        Issue.record("\(statement) succeeded")
      } catch {
        #expect("\(error)".contains("newer"), "\(error)")
      }
    }
    #expect(try other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM A") } == 1)
  }

  /// Earlier versions of Martlet do not know keys that ignore case. A refused declaration leaves a
  /// store that can be opened.
  @Test func formatOfKeysWithoutCase() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("folded.store")
    let steps: [(statement: String, succeeds: Bool, format: Int)] = [
      ("model A { n: String unique }", true, 1), ("insert A n: \"a\"", true, 1),
      ("extend A { unique[c] n }", false, 1), ("fetch A", true, 1),
      ("model B { n: String unique[c] }", true, 2), ("insert B n: \"x\"", true, 2),
      ("extend B { unique[cd] n }", false, 2), ("fetch B", true, 2),
    ]
    for step in steps {
      let result = try BuiltCommand.run(file, "-c", step.statement)
      #expect((result.status == 0) == step.succeeds, "\(step.statement): \(result.errors)")
      let format = try DatabaseQueue(path: file).read {
        try Int.fetchOne($0, sql: "PRAGMA user_version")
      }
      #expect(format == step.format, "\(step.statement)")
    }
  }

  /// Another program can write values that a key treats alike: they are not repeated further.
  @Test func keysThatAnotherProgramRepeats() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("repeated.store")
    let made = try BuiltCommand.run(
      file,
      "-c",
      "model W { t: String unique[c], v: Int }",
      "-c",
      "insert W [{ t: \"a\", v: 1 }, { t: \"b\", v: 2 }]"
    )
    #expect(made.status == 0, "\(made.errors)")
    try DatabaseQueue(path: file).write {
      try $0.execute(sql: "INSERT INTO W (id, t, v) VALUES (900, 'B', 1)")
    }
    let update = try BuiltCommand.run(file, "-c", "update W where t == \"b\" set t = \"B\"")
    #expect(update.errors.contains("W#900"), "\(update.errors)")
    let exact = try BuiltCommand.run(file, "-c", "upsert W t: \"B\", v: 50")
    #expect(exact.status == 0, "\(exact.errors)")
    let found = try BuiltCommand.run(file, "-c", "fetch W where v == 50 select t")
    #expect(found.output.contains("B"), "\(found.output)")
  }

  /// A file that goes away, or makes room for another, while it is open takes no more changes.
  @Test(arguments: [false, true])
  func fileThatDisappears(isReplaced: Bool) throws {
    let folder = try TemporaryFolder(inMemory: true)
    let file = folder.file("gone.store")
    let session = QuerySession(store: try ReopenedStore.open(file))
    _ = try session.told("model A { n: Int }")
    _ = try session.told("insert A n: 1")
    try FileManager.default.moveItem(atPath: file, toPath: folder.file("moved.store"))
    if isReplaced {
      let other = QuerySession(store: try ReopenedStore.open(file))
      _ = try other.told("model B { m: Int }")
    }
    for text in ["insert A n: 2", "fetch A"] {
      #expect(throws: SessionError.self, "\(text)") { try session.told(text) }
    }
    let wal = folder.file("gone.store-wal")
    if !isReplaced, FileManager.default.fileExists(atPath: wal) {
      try FileManager.default.moveItem(atPath: wal, toPath: folder.file("moved.store-wal"))
    }
    if !isReplaced {
      let moved = QuerySession(store: try ReopenedStore.open(folder.file("moved.store")))
      #expect(try moved.rows("fetch A") == "1")
    }
  }
}

import Foundation
import Platform
import TestSupport
import Testing

/// The images that the command leaves, and how to have none.
@Suite struct ColumnImageCommandTests {
  private let folder: TemporaryFolder
  private let path: String
  private static let question = "count A where n > 90 and t == \"t5\""
  private static let answer = "2000\n"

  /// A file that is large enough for images, and old enough.
  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    path = folder.file("a.db")
    let rows = (0..<200_000).map { "\($0 % 100),t\($0 % 10)" }.joined(separator: "\n")
    try folder.write("n,t\n" + rows + "\n", to: "a.csv")
    let made = try BuiltCommand.run(
      path,
      statements: ["model A { n: Int, t: String }", "import \"\(folder.file("a.csv"))\" into A"]
    )
    try #require(made.status == 0, "\(made.errors)")
    try #require(Self.settles(path))
  }

  /// Waits until a file has been left alone for so long that it can have images.
  private static func settles(_ path: String) -> Bool {
    eventually { (try? FileStamp(path))?.isSettled(after: 2) ?? false }
  }

  private func run(
    _ statements: String...,
    options: [String] = [],
    environment: [String: String] = [:]
  ) throws -> BuiltCommand.Result {
    try BuiltCommand.run(
      [path] + options + statements.flatMap { ["-c", $0] },
      environment: ["XDG_CACHE_HOME": folder.file("cache")].merging(environment) { $1 }
    )
  }

  private func names() -> [String] {
    let images = folder.file("cache/martlet/images")
    return (try? FileManager.default.contentsOfDirectory(atPath: images)) ?? []
  }

  /// Whether there are as many images, at the latest after some more processes: each one writes for
  /// no longer than it has read.
  private func areWritten(
    _ count: Int,
    _ run: (String) throws -> BuiltCommand.Result
  ) throws -> Bool {
    try eventually {
      if names().count == count { return true }
      let output = try run(Self.question).output
      #expect(output == Self.answer)
      return false
    }
  }

  /// Whether images serve, at the latest after some more processes.
  private func serve(_ run: (String) throws -> BuiltCommand.Result) throws -> Bool {
    try eventually {
      let output = try run(Self.question).output
      #expect(output == Self.answer)
      return try run("explain \(Self.question)").output.contains("column images")
    }
  }

  @Test func images() throws {
    // Without images nothing is written.
    let off = [
      try run(Self.question, options: ["--no-cache"]), try run(Self.question, options: ["--safe"]),
      try run(Self.question, environment: ["MARTLET_CACHE": "off"]),
      try run(Self.question, environment: ["XDG_CACHE_HOME": "", "HOME": ""]),
    ]
    for result in off {
      #expect(result.output == Self.answer)
      #expect(result.errors == "")
    }
    #expect(names().isEmpty)
    // A folder that cannot be made, files that cannot be that large, and a full disk.
    let unusable = try run(Self.question, environment: ["XDG_CACHE_HOME": "/proc/none"])
    #expect((unusable.output, unusable.errors) == (Self.answer, ""))
    try checkLimits()

    let first = try run(Self.question)
    #expect((first.output, first.errors) == (Self.answer, ""))
    #expect(try areWritten(3) { try run($0) })
    let second = try run(Self.question, "explain \(Self.question)", ".cache")
    #expect(second.output.hasPrefix(Self.answer))
    #expect(second.output.contains("column images: 200000 rows of A"), "\(second.output)")
    #expect(second.output.contains(" of 2.0 GB in \(folder.file("cache/martlet/images"))\n"))
    #expect(second.output.contains("\n  \(path) "), "\(second.output)")
    for result in [
      try run("explain \(Self.question)", options: ["--no-cache"]),
      try run("explain \(Self.question)", options: ["--safe"]),
      try run("explain \(Self.question)", environment: ["MARTLET_CACHE": "off"]),
    ] {
      #expect(!result.output.contains("column images"))
    }
    // Whatever is in the folder, the answer is right.
    for name in names() {
      let image = URL(fileURLWithPath: folder.file("cache/martlet/images/" + name))
      try Data("damaged".utf8).write(to: image)
    }
    #expect(try serve { try run($0) })
    let cleared = try run(".cache clear", ".cache")
    #expect(cleared.output == "cache 1.0 GB, 0 bytes used\n")
    #expect(names().isEmpty)
  }

  @Test(arguments: ["csv", "jsonl"])
  func imagesOfDataFiles(format: String) throws {
    let data = folder.file("A." + format)
    if format == "csv" {
      try FileManager.default.moveItem(atPath: folder.file("a.csv"), toPath: data)
    } else {
      let rows = (0..<200_000).map { "{\"n\":\($0 % 100),\"t\":\"t\($0 % 10)\"}" }
      try folder.write(rows.joined(separator: "\n"), to: "A.jsonl")
    }
    // A file that was moved has been changed just now, too.
    try #require(Self.settles(data))
    func run(_ statements: String..., options: [String] = []) throws -> BuiltCommand.Result {
      try BuiltCommand.run(
        [data] + options + statements.flatMap { ["-c", $0] },
        environment: ["XDG_CACHE_HOME": folder.file("cache")]
      )
    }
    for option in ["--no-cache", "--safe"] {
      #expect(try run(Self.question, options: [option]).output == Self.answer)
    }
    #expect(names().isEmpty)
    let first = try run(Self.question, "explain \(Self.question)")
    #expect(first.output.hasPrefix(Self.answer) && !first.output.contains("column images"))
    // Two columns, their names and the numbers of the rows.
    #expect(try areWritten(4) { try run($0) })
    let second = try run(Self.question, "explain \(Self.question)", ".cache")
    #expect(second.output.hasPrefix(Self.answer))
    #expect(second.output.contains("column images: 200000 rows of A"), "\(second.output)")
    #expect(second.output.contains("\n  \(data) "), "\(second.output)")
    for name in names() {
      let image = URL(fileURLWithPath: folder.file("cache/martlet/images/" + name))
      try Data("damaged".utf8).write(to: image)
    }
    #expect(try serve { try run($0) })
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: data))
    try file.seekToEnd()
    try file.write(
      contentsOf: Data((format == "csv" ? "99,t5\n" : "\n{\"n\":99,\"t\":\"t5\"}").utf8)
    )
    try file.close()
    #expect(try run(Self.question).output == "2001\n")
  }

  /// Statements read the columns that they need, whichever are in images.
  @Test func columnsThatAreNeeded() throws {
    let rows = (0..<200_000).map { "\($0 % 100),t\($0 % 10),\($0 % 7).5,2024-01-0\($0 % 9 + 1)" }
    let data = try folder.write("n,t,x,d\n" + rows.joined(separator: "\n") + "\n", to: "B.csv")
    usleep(2_050_000)
    func run(_ statements: [String], _ options: [String] = []) throws -> String {
      let result = try BuiltCommand.run(
        [data, "-m", "csv"] + options + statements.flatMap { ["-c", $0] },
        environment: ["XDG_CACHE_HOME": folder.file("cache")]
      )
      return result.output + result.errors
    }
    let scripts = [
      ["count B"], ["count B where n > 90 and t == \"t5\""],
      ["fetch B group by t select t, max(x) sort t"], ["fetch B where n == 3 select d, x limit 2"],
      ["= count(d) + 1", "count B where x > 3"], ["fetch B sort x desc limit 2", "count B"],
      ["explain fetch B where N > 3 select t"],
      ["count B where m > 3", "count B where d > 2024-01-05"],
      ["update B where n == 3 set x = 9", "count B where x == 9"], ["= (fetch B sort n limit 1)"],
    ]
    for script in scripts {
      // A script that is read from a file reads all columns.
      let path = try folder.write(script.joined(separator: "\n"), to: "script")
      let file = try BuiltCommand.run([data, "-m", "csv", "--no-cache", "-f", path])
      let truth = (file.output + file.errors).replacingOccurrences(of: path, with: "-c")
      #expect(try run(script, ["--no-cache"]) == truth)
      for _ in 0..<2 where !script[0].hasPrefix("explain") { #expect(try run(script) == truth) }
    }
  }

  /// Where images do not fit, none are left, and nothing is said about it.
  private func checkLimits() throws {
    let cache = folder.file("small")
    let command = "XDG_CACHE_HOME='\(cache)' \"$MARTLET\" '\(path)' -c '\(Self.question)'"
    let limited = try BuiltCommand.runShell("ulimit -f 100; \(command)")
    #expect((limited.output, limited.errors, limited.status) == (Self.answer, "", 0))
    let left = try? FileManager.default.contentsOfDirectory(atPath: cache + "/martlet/images")
    #expect(left?.allSatisfy { $0.hasSuffix(".image") } ?? true, "\(left ?? [])")
    // Only root can mount a small disk.
    let mounted = try BuiltCommand.runShell(
      """
      mkdir -p '\(cache)/tiny'
      unshare -m sh -c 'mount -t tmpfs -o size=128k tmpfs "$0/tiny" || exit 77
        export XDG_CACHE_HOME="$0/tiny"
        head -c 120000 /dev/zero > "$0/tiny/filler"
        "$MARTLET" "$1" -c "$2" || exit 1
        ls "$0/tiny/martlet/images" | grep -c . >&2' '\(cache)' '\(path)' '\(Self.question)'
      """
    )
    if mounted.output == Self.answer { #expect(mounted.errors == "0\n") }
  }
}

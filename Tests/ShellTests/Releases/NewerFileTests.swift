import Foundation
import TestSupport
import Testing

/// Files that a newer Martlet wrote: copies with a greater version number.
@Suite struct NewerFileTests {
  private static let stores = ReleasedFile.files.filter { $0.name.hasSuffix(".store") }

  /// SQLite keeps the number in four bytes of the header, the greatest first.
  private static func setFormat(_ format: UInt8, of path: String) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: 60)
    try file.write(contentsOf: Data([0, 0, 0, format]))
    try file.close()
  }

  @Test(arguments: stores) func newerStoresAreRefused(store: ReleasedFile) throws {
    let folder = try TemporaryFolder()
    let path = try store.unpack(to: folder)
    try Self.setFormat(3, of: path)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let error = """
      error: cannot open "\(path)": it was written by a newer Martlet (format 3)
      help: open it with a newer Martlet

      """
    for arguments in [
      [path, "-c", "= 1"], ["Old=" + path, "-c", "= 1"], [path, "--read-only", "-c", "= 1"],
      [path, "--safe", "-c", "delete all Value"],
    ] {
      let result = try BuiltCommand.run(arguments)
      #expect((result.output, result.errors, result.status) == ("", error, 3), "\(arguments)")
    }
    let opened = try BuiltCommand.run("-c", ".open \"\(path)\"")
    #expect(opened.status == 1)
    #expect(opened.errors.contains("it was written by a newer Martlet (format 3)"))
    #expect(opened.errors.hasSuffix("help: open it with a newer Martlet\n"))
    // Nothing was written, and nothing beside it.
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try folder.names() == [store.name])
    try Self.setFormat(2, of: path)
    #expect(try store.run("ask.fetch", on: path).status == 0)
  }

  /// Lines that this version does not know are ignored, and kept for the one that wrote them.
  @Test(arguments: ReleasedFile.releases) func homeFolders(release: String) throws {
    let folder = try TemporaryFolder()
    let state = folder.file("martlet")
    try FileManager.default.copyItem(atPath: release + "/state", toPath: state)
    func run(_ statements: String...) throws -> String {
      let result = try BuiltCommand.run(
        ["--demo", "-m", "csv"] + statements.flatMap { ["-c", $0] },
        environment: ["XDG_STATE_HOME": folder.path]
      )
      #expect(result.errors == "")
      return result.output
    }
    let history = try run(".history")
    #expect(history.hasPrefix("count User\nfetch Budget where spent >\n  limit\n"), "\(history)")
    #expect(try run(".lesson").contains("\n1,first,4,1,"))
    for name in ReleasedFile.contents(of: state) {
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: state + "/" + name))
      try file.seekToEnd()
      try file.write(contentsOf: Data("from tomorrow 7\n{\"format\":9}\n\u{1}\n".utf8))
      try file.close()
    }
    let contents = { ReleasedFile.contents(of: state).map { try? folder.text("martlet/" + $0) } }
    let before = contents()
    #expect(try run(".history").hasPrefix(history))
    #expect(try run(".lesson").contains("\n1,first,4,1,"))
    #expect(contents() == before)
  }
}

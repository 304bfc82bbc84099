import Foundation
import Platform
import TestSupport
import Testing

/// Column images of other versions are not read: silently, new ones replace them.
@Suite struct ReleasedImageTests {
  private let folder: TemporaryFolder
  private let path: String
  private static let question = "count A where n == 3"
  private static let answer = "200000\n"

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    path = folder.file("rows.db")
    let rows = ReleasedFile.root + "/rows.sql"
    let made = try BuiltCommand.runShell("sqlite3 '\(path)' < '\(rows)'")
    try #require(made.status == 0, "\(made.errors)")
    let file = path
    try #require(eventually { (try? FileStamp(file))?.isSettled(after: 2) ?? false })
  }

  private func run(_ statement: String) throws -> String {
    let result = try BuiltCommand.run(
      [path, "-c", statement],
      environment: ["XDG_CACHE_HOME": folder.file("cache")]
    )
    #expect((result.errors, result.status) == ("", 0))
    return result.output
  }

  private var images: [String] {
    let images = folder.file("cache/martlet/images")
    return ReleasedFile.contents(of: images).map { images + "/" + $0 }
  }

  private func serve() throws -> Bool {
    try run("explain " + Self.question).contains("column images")
  }

  /// Whether images serve, at the latest after some more processes.
  private func servesAgain() throws -> Bool {
    try eventually {
      #expect(try run(Self.question) == Self.answer)
      return try serve()
    }
  }

  private func replaceImages(_ change: (Data) throws -> Data) throws -> [Data] {
    try images.map { path in
      let url = URL(fileURLWithPath: path)
      let changed = try change(Data(contentsOf: url))
      try changed.write(to: url)
      return changed
    }
  }

  private func expectReplaced(_ others: [Data]) throws {
    #expect(try !serve())
    #expect(try servesAgain())
    for image in images {
      #expect(try !others.contains(Data(contentsOf: URL(fileURLWithPath: image))))
    }
  }

  @Test func imagesOfOtherVersions() throws {
    #expect(try servesAgain())
    for release in ReleasedFile.releases {
      for name in ReleasedFile.contents(of: release + "/images") {
        let other = try Data(contentsOf: URL(fileURLWithPath: "\(release)/images/\(name)"))
        try expectReplaced(try replaceImages { _ in other })
      }
    }
    // Of this file, but of another format (the third word) or program (the fourth).
    for place in [16, 24] {
      try expectReplaced(
        try replaceImages { image in
          var other = image
          other[place] &+= 1
          return other
        }
      )
    }
  }
}

import Foundation
import Testing

/// The files and folders that the guides name are there.
@Suite struct GuideTests {
  private static let project = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test(arguments: ["CONTRIBUTING.md", "ARCHITECTURE.md", "README.md"])
  func whatIsNamedIsThere(guide: String) throws {
    let text = try String(
      contentsOf: Self.project.appendingPathComponent(guide),
      encoding: .utf8
    )
    let folder = /^(Sources|Tests|Grammar|Documentation|Examples|Benchmarks|Scripts)\/[^ *…]+$/
    let quoted = text.split(separator: "`").map(String.init).filter { $0.contains(folder) }
    let linked = text.matches(of: /\]\(([^)#: ]+\.(?:md|swift))\)/).map { String($0.output.1) }
    #expect(!(quoted + linked).isEmpty)
    for path in quoted + linked {
      let file = Self.project.appendingPathComponent(path).path
      #expect(FileManager.default.fileExists(atPath: file), "\(guide) names \(path)")
    }
  }
}

import Foundation
import Testing

/// What `Documentation/write-a-store.md` shows is what the example is.
@Suite struct PageTests {
  private static let project = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func thePageShowsTheExample() throws {
    let folder = Self.project.appendingPathComponent("Examples/Store")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let sources = try names.map { name in
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
    let page = Self.project.appendingPathComponent("Documentation/write-a-store.md")
    let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```")
      .filter { $0.hasPrefix("swift\n") }.map { $0.dropFirst("swift\n".count) }
    #expect(blocks.count >= 8)
    for block in blocks {
      #expect(sources.contains { $0.contains(block) }, "\(block)")
    }
  }
}

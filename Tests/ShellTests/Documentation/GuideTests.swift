import Foundation
import Testing

/// Files, folders, headings, types and functions that pages name must exist.
@Suite struct GuideTests {
  /// The paths of all pages for readers.
  private static let pages: [String] = {
    let folders = ["", "Documentation/", "Benchmarks/", "Grammar/"]
    return folders.flatMap { folder in
      let path = ManualTests.project.appendingPathComponent(folder).path
      let names = try? FileManager.default.contentsOfDirectory(atPath: path)
      return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { folder + $0 }
    }
  }()

  @Test(arguments: pages)
  func linksAreValid(page name: String) throws {
    let page = try GuidePage(name)
    for link in page.links where !link.contains("://") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let target = parts[0].isEmpty ? name : page.path(of: String(parts[0]))
      #expect(isThere(target), "\(name): there is no \(link)")
      guard parts.count == 2, isThere(target) else { continue }
      let anchors = try GuidePage(target).anchors
      #expect(anchors.contains(String(parts[1])), "\(name): no heading is named \(link)")
    }
  }

  /// A path may begin in the project, in its sources or in its tests.
  @Test(arguments: pages)
  func namedPathsExist(page name: String) throws {
    for path in try GuidePage(name).quoted.filter(Self.isPath) {
      let places = ["", "Sources/", "Tests/"].map { $0 + path }
      #expect(places.contains(where: isThere), "\(name): there is no `\(path)`")
    }
  }

  /// The pages that describe the source, or name tests. Other pages describe the past.
  @Test(arguments: ["ARCHITECTURE.md", "CONTRIBUTING.md", "Documentation/reliability.md"])
  func namedCodeExists(page name: String) throws {
    let names = try GuidePage(name).quoted.compactMap(CodeName.init)
    #expect(names.count >= 10)
    for name in names where !name.isOfOthers {
      let isDeclared = DeclaredNames.ofProject.contain(name)
      #expect(isDeclared, "nothing declares `\(name.text)`")
    }
  }

  private func isThere(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: ManualTests.project.appendingPathComponent(path).path)
  }

  /// Whether a text begins with a folder of the project, of the sources or of the tests, and goes on.
  private static func isPath(_ text: String) -> Bool {
    guard text.wholeMatch(of: /[\w.]+\/[\w\/.+-]*/) != nil,
      let first = text.split(separator: "/").first
    else { return false }
    return ["", "Sources/", "Tests/"].contains { parent in
      var isFolder: ObjCBool = false
      let path = ManualTests.project.appendingPathComponent(parent + first).path
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && isFolder.boolValue
    }
  }
}

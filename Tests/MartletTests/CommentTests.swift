import Foundation
import Testing

/// Checks that the Swift examples of the library's documentation are compiled.
@Suite struct CommentTests {
  private static let project = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folders with examples in doc comments or in a documentation catalogue.
  private static let documented = [
    "Programs/Martlet", "Data/Context", "Model/Model", "Model/Expressions", "Engine/Columns",
    "Stores/Storage",
  ]

  @Test func examplesAreCompiled() throws {
    let compiled = try ["Tests/MartletTests/CommentExamples.swift", "Examples"]
      .flatMap { try files(in: $0, endings: [".swift"]) }
      .map { try "\n" + Self.trimmed(text(of: $0)).joined(separator: "\n") + "\n" }
    var count = 0
    for file in try Self.documented.flatMap({
      try files(in: "Sources/" + $0, endings: [".swift", ".md"])
    }) {
      for example in try Self.examples(in: text(of: file)) {
        count += 1
        let wanted = "\n" + example.joined(separator: "\n") + "\n"
        let isCompiled = compiled.contains { $0.contains(wanted) }
        #expect(
          isCompiled,
          "\(file.lastPathComponent) has an example that is not compiled:\(wanted)"
        )
      }
    }
    #expect(count >= 30)
  }

  /// The lines between ` ```swift ` and ` ``` `, without comment marks and indentation.
  private static func examples(in text: String) -> [[String]] {
    var examples: [[String]] = []
    var example: [String]?
    for line in trimmed(text) {
      let line = line.hasPrefix("///") ? trimmed(String(line.dropFirst(3)))[0] : line
      if line == "```swift" {
        example = []
      } else if line == "```", let found = example {
        examples.append(found)
        example = nil
      } else {
        example?.append(line)
      }
    }
    return examples
  }

  private static func trimmed(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private func text(of file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

  /// A file, or the files in a folder and its subfolders.
  private func files(in path: String, endings: [String]) throws -> [URL] {
    let root = Self.project.appendingPathComponent(path)
    if endings.contains(where: path.hasSuffix) { return [root] }
    return try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { name in endings.contains(where: name.hasSuffix) }
      .map(root.appendingPathComponent)
  }
}

import Foundation
import Testing

/// The Swift on pages is that of the program in Examples/Library, which prints what they say.
@Suite struct ExampleTests {
  private static let project = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let folder = project.appendingPathComponent("Examples/Library")
  /// The pages that show what the program prints.
  private static let pages = ["README.md", "Documentation/library.md"]

  @Test(arguments: pages + ["Documentation/live-queries.md"])
  func shownCodeIsInTheProgram(page: String) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let sources = try files.filter { $0.hasSuffix(".swift") }.map {
      try String(contentsOf: Self.folder.appendingPathComponent($0), encoding: .utf8)
    }
    let parts = try blocks("swift", of: page)
    #expect(!parts.isEmpty)
    for part in parts {
      // The body of a function is shown without its indentation.
      let inner = part.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
      let isThere = sources.contains { $0.contains(part) || $0.contains(inner) }
      #expect(isThere, "\(page) shows what is not in the program:\n\(part)")
    }
  }

  @Test func printsTheDocumentedOutput() throws {
    let process = Process()
    process.executableURL = try BuiltProducts.folder().appendingPathComponent("LibraryExample")
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let printed = String(decoding: data, as: UTF8.self)
    for page in Self.pages {
      var rest = printed[...]
      for part in try outputs(on: page) {
        let place = rest.range(of: part)
        #expect(place != nil, "\(page) shows what is not printed there:\n\(part)\nof\n\(printed)")
        if let place { rest = rest[place.upperBound...] }
      }
    }
  }

  /// The program's output that pages show: the blocks without a command.
  private func outputs(on page: String) throws -> [String] {
    let outputs = try blocks("console", of: page).filter { !$0.hasPrefix("$ ") }
    #expect(!outputs.isEmpty)
    return outputs
  }

  /// The blocks of one language between three backticks on a page.
  private func blocks(_ language: String, of page: String) throws -> [String] {
    let file = Self.project.appendingPathComponent(page)
    return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```")
      .enumerated()
      .filter { $0.offset % 2 == 1 && $0.element.hasPrefix(language + "\n") }
      .map { String($0.element.dropFirst(language.count + 1)) }
  }
}

import Foundation
import Testing

/// The files that the tests read, found from where this file lies.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The text of one file, by its path from the repository's top.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The paths of the files in a folder, sorted.
  static func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
      .filter { !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
  }

  /// Whether to write the examples again; a run that does so still fails.
  static var isRecording: Bool { ProcessInfo.processInfo.environment["MARTLET_RECORD"] != nil }

  static func record(_ text: String, at path: String) throws {
    try text.write(to: root.appendingPathComponent(path), atomically: true, encoding: .utf8)
  }
}

/// A block of lines between blank ones.
struct ExampleBlock: CustomTestStringConvertible, Sendable {
  let path: String
  /// The number of the first line, from 1.
  let line: Int
  let lines: [String]

  var testDescription: String { "\(path):\(line)" }

  /// The lines that do not begin with `prefix`.
  func lines(without prefix: String) -> String {
    lines.filter { !$0.hasPrefix(prefix) }.joined(separator: "\n")
  }

  /// The text after `prefix` in the lines that begin with it.
  func lines(behind prefix: String) -> [String] {
    lines.filter { $0.hasPrefix(prefix) }.map { line in
      let rest = line.dropFirst(prefix.count)
      return String(rest.hasPrefix(" ") ? rest.dropFirst() : rest)
    }
  }

  /// All blocks of a folder's files.
  static func all(in folder: String) throws -> [ExampleBlock] {
    try Repository.files(in: folder).flatMap { path in
      blocks(of: try Repository.text(path), path: path)
    }
  }

  static func blocks(of text: String, path: String) -> [ExampleBlock] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var blocks: [ExampleBlock] = []
    var current: [String] = []
    for (index, line) in (lines + [""]).enumerated() {
      if !line.isEmpty {
        current.append(line)
      } else if !current.isEmpty {
        blocks.append(ExampleBlock(path: path, line: index - current.count + 1, lines: current))
        current = []
      }
    }
    return blocks
  }
}

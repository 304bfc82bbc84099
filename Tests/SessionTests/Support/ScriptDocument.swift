import Foundation

/// One statement of a script with what it is expected to answer.
struct Exchange {
  /// The statement as it was written, without its mark.
  let input: String
  /// Whether the statement is expected to fail.
  let fails: Bool
  /// The expected answer, line by line.
  let expected: String
  /// The line from 1 at which the statement stands in its document.
  let line: Int
}

/// A text of statements and answers:
///
/// ```
/// > = 2 + 3        a statement; `!>` for one that fails
/// ---
/// 5                its answer, up to an empty line
/// ```
///
/// Lines that begin with `#` are remarks, lines that begin with `@` settings: `@demo`, `@table`,
/// `@jsonl`, `@param limit=500`.
struct ScriptDocument {
  private(set) var exchanges: [Exchange] = []
  private(set) var settings: Set<String> = []

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var index = 0
    while index < lines.count {
      let line = lines[index]
      if line.hasPrefix("@") { settings.insert(String(line.dropFirst())) }
      guard let input = Self.input(line) else {
        index += 1
        continue
      }
      var expected: [String] = []
      let start = index
      index += 2
      while index < lines.count, !lines[index].isEmpty {
        expected.append(lines[index])
        index += 1
      }
      exchanges.append(
        Exchange(
          input: input,
          fails: line.hasPrefix("!"),
          expected: expected.joined(separator: "\n"),
          line: start + 1
        )
      )
    }
  }

  /// The parameters that the settings give values.
  var parameters: [String: String] {
    settings.reduce(into: [:]) { result, setting in
      guard setting.hasPrefix("param ") else { return }
      let parts = setting.dropFirst(6).split(separator: "=", maxSplits: 1)
      if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
    }
  }

  private static func input(_ line: String) -> String? {
    for mark in ["!> ", "> "] where line.hasPrefix(mark) {
      return String(line.dropFirst(mark.count))
    }
    return nil
  }
}

/// The folder that `Tests` lies in.
let projectFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

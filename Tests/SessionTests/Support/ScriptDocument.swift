import Foundation

/// One statement of a script with what it is expected to answer.
struct Exchange {
  /// The statement as it was written, without its mark.
  let input: String
  /// Whether the statement is expected to fail.
  let fails: Bool
  /// Whether the second session runs it.
  let isOfSecond: Bool
  /// The expected answer, line by line.
  let expected: String
  /// The line of the statement in its document, from 1.
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
/// A `2` before the mark, `2> save` or `2!> save`, is for a second session on the same store.
/// A line `= users.csv` begins a file of that name, which goes on up to an empty line; statements find it
/// as `FILES/users.csv`, where what they write is looked at by `.cat FILES/out.csv`.
///
/// Lines that begin with `#` are remarks, lines that begin with `@` ``ScriptSettings``.
struct ScriptDocument {
  private(set) var exchanges: [Exchange] = []
  private(set) var settings = ScriptSettings()
  /// Lines that mean nothing: unknown settings, answers without a statement, statements without
  /// `---`.
  private(set) var strayLines: [String] = []

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var index = 0
    while index < lines.count {
      let line = lines[index]
      if line.hasPrefix("= ") {
        let text = lines[(index + 1)...].prefix { !$0.isEmpty }
        settings.files.append((String(line.dropFirst(2)), text.map { $0 + "\n" }.joined()))
        index += text.count + 1
        continue
      }
      guard let input = Self.input(line) else {
        if !isUnderstood(line) { strayLines.append("\(index + 1): \(line)") }
        index += 1
        continue
      }
      var expected: [String] = []
      let start = index
      index += 2
      if start + 1 >= lines.count || lines[start + 1] != "---" {
        strayLines.append("\(start + 1): \(line)")
      }
      while index < lines.count, !lines[index].isEmpty {
        expected.append(lines[index])
        index += 1
      }
      exchanges.append(
        Exchange(
          input: input,
          fails: line.prefix(2).contains("!"),
          isOfSecond: line.hasPrefix("2"),
          expected: expected.joined(separator: "\n"),
          line: start + 1
        )
      )
    }
  }

  /// Whether a line that is not a statement is a setting, a remark or empty.
  private mutating func isUnderstood(_ line: String) -> Bool {
    if line.hasPrefix("@") { return settings.take(String(line.dropFirst())) }
    return line.isEmpty || line.hasPrefix("#")
  }

  private static func input(_ line: String) -> String? {
    for mark in ["!> ", "> ", "2!> ", "2> "] where line.hasPrefix(mark) {
      return String(line.dropFirst(mark.count))
    }
    return nil
  }
}

/// The folder that contains `Tests`.
let projectFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

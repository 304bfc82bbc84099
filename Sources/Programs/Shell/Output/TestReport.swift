import Diagnostics

/// The expectations of a run, and the statements that failed.
struct TestReport {
  /// An expectation, or a statement that failed.
  struct Entry {
    /// `count Budget == 3`
    let name: String
    /// The file and the line.
    let file: String
    let line: Int
    let time: Duration
    /// The messages, one a line; nil if everything is as expected.
    let problem: String?
    /// Whether the statement failed instead of being judged.
    let isError: Bool
  }

  /// How the modes for test tools print a report.
  enum Style: Sendable {
    /// The Test Anything Protocol: a line for each expectation.
    case tap
    /// The XML format of JUnit: one document at the end.
    case junit
  }

  /// How the run is reported; nil for people.
  var style: Style?
  private(set) var entries: [Entry] = []

  /// The number of expectations.
  var count: Int { entries.count { !$0.isError } }

  /// The number of expectations that were not met.
  var failureCount: Int { entries.count { !$0.isError && $0.problem != nil } }

  /// `12 expectations, 1 failed`
  var summary: String {
    "\(count) expectation\(count == 1 ? "" : "s"), "
      + (failureCount == 0 ? "all met" : "\(failureCount) failed")
  }

  mutating func add(_ entry: Entry) { entries.append(entry) }

  /// The text for an entry that was just added; empty for formats that are written at the end.
  func lines(of entry: Entry) -> String {
    guard style == .tap else { return "" }
    let isFine = entry.problem == nil
    let name = escapedForTerminal(entry.name).replacing("\\", with: "\\\\").replacing(
      "#",
      with: "\\#"
    )
    let first = "\(isFine ? "ok" : "not ok") \(entries.count) - \(name)\n"
    guard let problem = entry.problem else { return first }
    return first + Self.comment("\(entry.file):\(entry.line)\n" + problem)
  }

  /// The text that other output has in the report: comments of a TAP stream, nothing in XML.
  func aside(_ text: String) -> String { style == .tap ? Self.comment(text) : "" }

  /// The lines as comments of a TAP stream.
  private static func comment(_ text: String) -> String {
    text.split(separator: "\n").map { "# \(escapedForTerminal(String($0)))\n" }.joined()
  }

  /// The text at the end of the run.
  ///
  /// - Parameter reason: Why statements did not run; nil if all did.
  func ending(stoppedBy reason: String?) -> String {
    switch style {
    // No `Bail out!`: other files of the same run of `prove` are to be tried.
    case .tap where reason != nil: Self.comment(reason ?? "") + "1..\(entries.count)\n"
    case .tap: entries.isEmpty ? "1..0 # SKIP no expectations\n" : "1..\(entries.count)\n"
    case .junit: JUnitDocument(entries).text
    case nil: ""
    }
  }
}

/// A report as XML.
private struct JUnitDocument {
  let entries: [TestReport.Entry]

  init(_ entries: [TestReport.Entry]) { self.entries = entries }

  var text: String {
    var files: [String] = []
    for entry in entries where !files.contains(entry.file) { files.append(entry.file) }
    let suites = files.map { file in suite(file, entries.filter { $0.file == file }) }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuites\(attributes([("name", "martlet")] + counts(entries)))>\n"
      + suites.joined() + "</testsuites>\n"
  }

  private func suite(_ file: String, _ entries: [TestReport.Entry]) -> String {
    let named = [("name", file)] + counts(entries)
    return "  <testsuite\(attributes(named))>\n" + entries.map(testCase).joined()
      + "  </testsuite>\n"
  }

  private func testCase(_ entry: TestReport.Entry) -> String {
    let named = [
      ("name", entry.name), ("classname", entry.file), ("file", entry.file),
      ("line", "\(entry.line)"), ("time", Self.seconds(entry.time)),
    ]
    let start = "    <testcase\(attributes(named))"
    guard let problem = entry.problem else { return start + "/>\n" }
    let tag = entry.isError ? "error" : "failure"
    let message = problem.split(separator: "\n").first.map(String.init) ?? ""
    return start + ">\n      <\(tag)\(attributes([("message", message)]))>"
      + Self.escaped(problem) + "</\(tag)>\n    </testcase>\n"
  }

  private func counts(_ entries: [TestReport.Entry]) -> [(String, String)] {
    let failures = entries.count { $0.problem != nil && !$0.isError }
    return [
      ("tests", "\(entries.count)"), ("failures", "\(failures)"),
      ("errors", "\(entries.count { $0.isError })"),
      ("time", Self.seconds(entries.reduce(.zero) { $0 + $1.time })),
    ]
  }

  private func attributes(_ values: [(String, String)]) -> String {
    values.map { " \($0)=\"\(Self.escaped($1))\"" }.joined()
  }

  private static func seconds(_ time: Duration) -> String {
    let milliseconds = Int(time / .milliseconds(1))
    let rest = "\(milliseconds % 1000)"
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// The text without characters that XML does not allow.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\n": "\n"
      case "\t": " "
      case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{FFFE}"..."\u{FFFF}": "\u{FFFD}"
      default: String(scalar)
      }
    }.joined()
  }
}

import Diagnostics
import Lessons
import Session

/// The texts of lessons as lines.
enum LessonText {
  static func introduction(_ lesson: Lesson, number: Int) -> [StyledText] {
    [StyledText("Lesson \(number): \(lesson.title)", .heading), StyledText()]
      + paragraphs(lesson.introduction)
  }

  /// `Task 1 of 4: Find …`
  static func task(_ lesson: Lesson, _ index: Int) -> [StyledText] {
    labeled("Task \(index + 1) of \(lesson.tasks.count):", lesson.tasks[index].text, .heading)
  }

  static func hint(_ text: String) -> [StyledText] { labeled("hint:", text, .help) }

  /// `one answer: fetch …`
  static func solution(_ task: LessonTask) -> [StyledText] {
    [StyledText("one answer:", .help)]
      + task.solution.map { HelpLayout.indented($0, by: 2) }
  }

  /// `right. …`
  static func correct(_ task: LessonTask) -> [StyledText] {
    labeled("right.", task.remark, .help)
  }

  /// `not yet: 1 record should not be found. …`
  static func findings(_ findings: LessonFindings) -> [StyledText] {
    let reason = findings.reason.isEmpty ? "" : ". " + findings.reason
    return labeled("not yet:", escapedForTerminal(findings.summary) + reason, .warning)
  }

  static func paragraphs(_ text: String) -> [StyledText] {
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
      .split(whereSeparator: \.isEmpty).map { $0.joined(separator: "\n") }
    return Array(
      parts.map { fitted($0) }.joined(separator: [StyledText()])
    )
  }

  /// A text wrapped to the terminal, without line breaks in code.
  static func fitted(_ text: String, _ role: TextRole = .plain) -> [StyledText] {
    HelpLayout.paragraph(unbroken(text), indent: 0, role)
  }

  /// The text with nonbreaking spaces in code.
  private static func unbroken(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      index.isMultiple(of: 2)
        ? String(part) : part.split(whereSeparator: \.isWhitespace).joined(separator: "\u{A0}")
    }.joined(separator: "`")
  }

  /// A text after a highlighted label.
  private static func labeled(_ label: String, _ text: String, _ role: TextRole) -> [StyledText] {
    var lines = fitted("\(label) \(text)")
    guard let first = lines.first?.plain, first.hasPrefix(label) else { return lines }
    var styled = StyledText(label, role)
    styled.append(String(first.dropFirst(label.count)))
    lines[0] = styled
    return lines
  }
}

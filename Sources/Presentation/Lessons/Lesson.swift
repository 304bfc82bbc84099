/// A lesson about the query language, with tasks on the demo data.
public struct Lesson: Sendable {
  /// The short name: `sorting`.
  public let name: String
  /// The title.
  public let title: String
  /// The introduction: paragraphs separated by empty lines.
  public let introduction: String
  /// Statements that run on the demo before the first task.
  public internal(set) var setup: [String] = []
  /// The tasks in their order; never empty.
  public let tasks: [LessonTask]

  /// All lessons, in their order.
  public static let all: [Lesson] = LessonTexts.all.compactMap { try? LessonScript($0).lesson() }

  /// The index in ``all`` of a lesson, by its number from 1, its name, or a unique prefix of the
  /// name; nil if there is none.
  public static func index(of word: String) -> Int? {
    if let number = Int(word) { return all.indices.contains(number - 1) ? number - 1 : nil }
    let word = word.lowercased()
    if let index = all.firstIndex(where: { $0.name == word }) { return index }
    let matches = all.indices.filter { all[$0].name.hasPrefix(word) }
    return matches.count == 1 && !word.isEmpty ? matches[0] : nil
  }
}

/// A task on the demo data.
public struct LessonTask: Sendable {
  /// What to do.
  public let text: String
  /// Hints, increasingly specific.
  public internal(set) var hints: [String] = []
  /// A remark for after the task.
  public internal(set) var remark = ""
  /// The solution. Unless there are ``checks``, the expected answer is that of its last statement.
  public internal(set) var solution: [String] = []
  /// Statements that verify changes.
  public internal(set) var checks: [LessonCheck] = []
  /// Whether the rows must be in the order of the solution.
  public internal(set) var isOrdered = false
  /// The columns whose names must match the solution; usually none.
  public internal(set) var namedColumns: [String] = []
  /// Other solutions, one statement each.
  public internal(set) var alternatives: [String] = []
  /// Wrong solutions, one statement each.
  public internal(set) var mistakes: [LessonMistake] = []

  init(_ text: String) { self.text = text }
}

/// A common wrong solution, recognized by its answer.
public struct LessonMistake: Sendable {
  /// The wrong statement.
  public let statement: String
  /// Why it is wrong.
  public internal(set) var reason = ""
}

/// A statement that verifies a change.
public struct LessonCheck: Sendable {
  /// The statement, whose answer must be the same as after the solution.
  public let statement: String
  /// The message if the answer differs; can be empty.
  public internal(set) var reason = ""
}

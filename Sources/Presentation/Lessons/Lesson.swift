/// A lesson in the language: a few words, and tasks on the demo data.
public struct Lesson: Sendable {
  /// The short name: `sorting`.
  public let name: String
  /// What it is about.
  public let title: String
  /// What is to be known before the first task: paragraphs, parted by empty lines.
  public let introduction: String
  /// Statements that have run on the demo before the first task.
  public internal(set) var setup: [String] = []
  /// The tasks in their order; never empty.
  public let tasks: [LessonTask]

  /// All lessons, in their order.
  public static let all: [Lesson] = LessonTexts.all.compactMap { try? LessonScript($0).lesson() }

  /// The place in ``all`` of the lesson that `word` stands for: its number from 1, its name, or a beginning
  /// that only it has.
  public static func index(of word: String) -> Int? {
    if let number = Int(word) { return all.indices.contains(number - 1) ? number - 1 : nil }
    let word = word.lowercased()
    if let index = all.firstIndex(where: { $0.name == word }) { return index }
    let matches = all.indices.filter { all[$0].name.hasPrefix(word) }
    return matches.count == 1 && !word.isEmpty ? matches[0] : nil
  }
}

/// Something to find or to do on the demo data.
public struct LessonTask: Sendable {
  /// What is wanted.
  public let text: String
  /// What helps, more with each.
  public internal(set) var hints: [String] = []
  /// What there is to know once it is done.
  public internal(set) var remark = ""
  /// Statements that do it. Unless there are ``checks``, the answer of the last is what is wanted.
  public internal(set) var solution: [String] = []
  /// Statements that answer what they should once the task is done.
  public internal(set) var checks: [LessonCheck] = []
  /// Whether the rows have to stand in the order of the solution's.
  public internal(set) var isOrdered = false
  /// The columns of the solution whose names count; none for most tasks.
  public internal(set) var namedColumns: [String] = []
  /// Other statements that do it, each alone.
  public internal(set) var alternatives: [String] = []
  /// Statements that do something else, each alone.
  public internal(set) var mistakes: [LessonMistake] = []

  init(_ text: String) { self.text = text }
}

/// A wrong answer that is to be expected, known by what it answers.
public struct LessonMistake: Sendable {
  /// A statement that makes it.
  public let statement: String
  /// What is wrong about it.
  public internal(set) var reason = ""
}

/// A statement that tells whether something was changed as a task wants it.
public struct LessonCheck: Sendable {
  /// What is run, and answers as behind the solution once the task is done.
  public let statement: String
  /// What is to be said where it answers otherwise; empty for nothing.
  public internal(set) var reason = ""
}

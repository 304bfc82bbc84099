import Lessons
import Session

/// The completed tasks of lessons: of this session and, through a file, of all others.
struct LessonProgress {
  private let file: LineFile?
  private var done: Set<Entry> = []

  /// A task of a lesson, numbered from 1.
  private struct Entry: Hashable {
    let lesson: String
    let task: Int
  }

  /// - Parameter file: The shared file; nil if nothing is stored.
  init(_ file: LineFile?) {
    self.file = file
  }

  /// Marks task `index` as completed.
  mutating func finish(_ lesson: Lesson, task index: Int) {
    let entry = Entry(lesson: lesson.name, task: index + 1)
    guard done.insert(entry).inserted else { return }
    if !kept.contains(entry) { file?.append("\(entry.lesson) \(entry.task)") }
  }

  /// The indices of the completed tasks, one set for each lesson.
  func finishedTasks(of lessons: [Lesson]) -> [Set<Int>] {
    let all = done.union(kept)
    return lessons.map { lesson in
      Set(lesson.tasks.indices.filter { all.contains(Entry(lesson: lesson.name, task: $0 + 1)) })
    }
  }

  /// The tasks in the file. Invalid lines are ignored.
  private var kept: Set<Entry> {
    var entries: Set<Entry> = []
    for line in file?.load(limit: .max) ?? [] {
      let words = line.split(separator: " ")
      guard words.count == 2, let task = Int(words[1]) else { continue }
      entries.insert(Entry(lesson: String(words[0]), task: task))
    }
    return entries
  }
}

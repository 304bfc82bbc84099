import Lessons
import Session

/// Which tasks of lessons are done: in this session and, where files are reached, in all others.
struct LessonProgress {
  private let file: LineFile?
  private var done: Set<Entry> = []

  /// A task of a lesson, by its number from 1.
  private struct Entry: Hashable {
    let lesson: String
    let task: Int
  }

  /// - Parameter file: What other sessions read too; nil where nothing is to be kept.
  init(_ file: LineFile?) {
    self.file = file
  }

  /// Remembers that task `index` is done.
  mutating func finish(_ lesson: Lesson, task index: Int) {
    let entry = Entry(lesson: lesson.name, task: index + 1)
    guard done.insert(entry).inserted else { return }
    if !kept.contains(entry) { file?.append("\(entry.lesson) \(entry.task)") }
  }

  /// The indices of the tasks of each lesson that are done, in the order of the lessons.
  func finishedTasks(of lessons: [Lesson]) -> [Set<Int>] {
    let all = done.union(kept)
    return lessons.map { lesson in
      Set(lesson.tasks.indices.filter { all.contains(Entry(lesson: lesson.name, task: $0 + 1)) })
    }
  }

  /// What the file says; lines that are none of ours say nothing.
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

import Foundation
import Lessons
import Session
import TestSupport
import Testing

@testable import Shell

/// Finished tasks are saved if possible.
@Suite struct LessonProgressTests {
  private func finished(_ file: LineFile?) -> [[Int]] {
    LessonProgress(file).finishedTasks(of: Lesson.all).prefix(2).map { $0.sorted() }
  }

  @Test func tasksAreRemembered() throws {
    let folder = try TemporaryFolder()
    let file = LineFile(path: folder.file("deep/lessons"))
    var progress = LessonProgress(file)
    for task in [0, 2, 0] { progress.finish(Lesson.all[1], task: task) }
    #expect(progress.finishedTasks(of: Lesson.all)[1] == [0, 2])
    #expect(finished(file) == [[], [0, 2]])
    #expect(try folder.text("deep/lessons") == "predicates 1\npredicates 3\n")
  }

  @Test func twoSessionsAddToOneFile() throws {
    let folder = try TemporaryFolder()
    let file = LineFile(path: folder.file("lessons"))
    var (one, other) = (LessonProgress(file), LessonProgress(file))
    one.finish(Lesson.all[0], task: 0)
    other.finish(Lesson.all[0], task: 0)
    other.finish(Lesson.all[1], task: 3)
    #expect(one.finishedTasks(of: Lesson.all)[1] == [3])
    #expect(try folder.text("lessons") == "first 1\npredicates 4\n")
  }

  @Test func manySessionsAtOnceLoseNothing() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lessons")
    let places = Lesson.all.flatMap { lesson in lesson.tasks.indices.map { (lesson, $0) } }
    DispatchQueue.concurrentPerform(iterations: places.count) { place in
      var progress = LessonProgress(LineFile(path: path))
      progress.finish(places[place].0, task: places[place].1)
    }
    let done = LessonProgress(LineFile(path: path)).finishedTasks(of: Lesson.all)
    #expect(done == Lesson.all.map { Set($0.tasks.indices) })
  }

  @Test func damagedFilesAreReadAsFarAsPossible() throws {
    let folder = try TemporaryFolder()
    var bytes = Array(
      "predicates 1\npredicates\npredicates 0\npredicates -1\npredicates 99999999999999999999\nfirst 2 3\nno 1\n"
        .utf8
    )
    bytes += [0xFF, 0x00, 0x1B, 0x0A] + Array("first 2\npredicates 9\npredicates 2".utf8)
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("lessons")))
    let file = LineFile(path: folder.file("lessons"))
    #expect(finished(file) == [[1], [0, 1]])
    var progress = LessonProgress(file)
    progress.finish(Lesson.all[1], task: 2)
    #expect(finished(file) == [[1], [0, 1, 2]])
  }

  @Test func sessionRemembersWithoutAFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    for file in [nil, LineFile(path: folder.file("file/lessons")), LineFile(path: folder.path)] {
      var progress = LessonProgress(file)
      progress.finish(Lesson.all[0], task: 1)
      #expect(progress.finishedTasks(of: Lesson.all)[0] == [1])
      #expect(finished(file) == [[], []])
    }
  }
}

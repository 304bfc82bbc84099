import Diagnostics
import Lessons
import Session

/// A lesson as a printed text: the introduction, and each task with its hints, a solution and the
/// result.
struct LessonDocument {
  let number: Int
  /// The index of the only task to print; nil for all tasks and the introduction.
  let onlyTask: Int?
  /// Runs the solutions.
  let runner: ScriptRunner

  private var console: Console { runner.console }
  private var lesson: Lesson { Lesson.all[number - 1] }

  func run() throws(SessionError) -> RunStatus {
    let previous = console.stores.current.name
    let store = try console.stores.openLesson(lesson, task: onlyTask ?? 0)
    defer { console.stores.closeLesson(store, returningTo: previous) }
    if let onlyTask {
      print([StyledText("Lesson \(number): \(lesson.title)", .heading)])
      return run(onlyTask)
    }
    print(LessonText.introduction(lesson, number: number))
    for index in lesson.tasks.indices where console.output.failure == nil {
      let status = run(index)
      guard status == .succeeded else { return status }
    }
    return .succeeded
  }

  private func run(_ index: Int) -> RunStatus {
    let task = lesson.tasks[index]
    print([StyledText()] + LessonText.task(lesson, index))
    for hint in task.hints { print(LessonText.hint(hint)) }
    for statement in task.solution {
      print([StyledText(), StyledText("> \(statement)", .prompt)])
      let status = runner.run(SourceText(name: "lesson", text: statement))
      guard status == .succeeded else { return status }
    }
    if !task.remark.isEmpty { print([StyledText()] + LessonText.paragraphs(task.remark)) }
    return .succeeded
  }

  private func print(_ lines: [StyledText]) {
    for line in lines { console.printLine(line) }
  }
}

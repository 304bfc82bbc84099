import Diagnostics
import Lessons
import Model
import Session
import Storage
import Syntax

extension DotCommand {
  static let lesson = DotCommand(
    name: "lesson",
    arguments: "[lesson [task] | word]",
    wordCounts: 0...2,
    summary: "list the lessons, or start one",
    example: ".lesson 2",
    details: """
      Choose a lesson by number or name; it continues at the first unfinished task, and `.lesson 2 \
      1` restarts it. A lesson works on its own copy of the demo in memory, so your stores are safe; \
      after the last task, the copy stays open until `.lesson stop`. Any statement that solves the \
      task is accepted. In a script, as in `echo .lesson 2 | martlet`, the lesson is printed with \
      its solutions.
      """,
    terms: LessonWord.allCases.map { ($0.rawValue, $0.summary) },
    suggestions: { _ in Lesson.all.map(\.name) + LessonWord.allCases.map(\.rawValue) },
    handler: { call throws(Diagnostic) in
      // A task that was done in the same block is over before anything is said of the next one.
      call.console.currentLesson?.resume()
      guard let word = call.words.first else { return call.listLessons() }
      if let action = LessonWord(rawValue: word.text.lowercased()) {
        guard call.words.count == 1 else { throw call.usageFailure }
        return try call.run(action)
      }
      return try call.takeLesson(call.lessonNumber(word))
    }
  )
}

/// The subcommands of `.lesson`.
private enum LessonWord: String, CaseIterable {
  case hint, skip, stop, all

  var summary: String {
    switch self {
    case .hint: "show a hint; the last hint is the solution"
    case .skip: "show the solution and go to the next task"
    case .stop: "end the lesson"
    case .all: "print all lessons with their solutions"
    }
  }
}

extension CommandCall {
  /// Whether the command was typed at the prompt.
  private var isTyped: Bool { runner.isTyped }

  // MARK: - Beginning

  fileprivate func lessonNumber(_ word: CommandLine.Word) throws(Diagnostic) -> Int {
    if let index = Lesson.index(of: word.text) { return index + 1 }
    let names = Lesson.all.map(\.name)
    throw Diagnostic(
      "there is no lesson `\(word.text)`",
      at: word.span,
      help: [didYouMean(nearestNames(to: word.text, in: names)) ?? "`.lesson` lists them"]
    )
  }

  fileprivate func takeLesson(_ number: Int) throws(Diagnostic) -> RunStatus {
    let task = try taskIndex(of: number)
    let only = words.count == 2 ? task : nil
    guard isTyped else { return try printLessons(number...number, onlyTask: only) }
    return reporting { () throws(SessionError) in
      console.currentLesson?.stop()
      console.lesson = try LessonTeacher(number, task: task, on: console)
      return .succeeded
    }
  }

  /// The task to start at: the given one, otherwise the first unfinished one.
  private func taskIndex(of number: Int) throws(Diagnostic) -> Int {
    let tasks = Lesson.all[number - 1].tasks
    guard words.count == 2 else {
      let done = console.lessonProgress.finishedTasks(of: Lesson.all)[number - 1]
      return tasks.indices.first { !done.contains($0) } ?? 0
    }
    guard let task = Int(words[1].text), tasks.indices.contains(task - 1) else {
      throw Diagnostic("the lesson has the tasks 1 to \(tasks.count)", at: words[1].span)
    }
    return task - 1
  }

  // MARK: - Within a lesson

  fileprivate func run(_ word: LessonWord) throws(Diagnostic) -> RunStatus {
    if word == .all { return try printLessons(1...max(1, Lesson.all.count)) }
    guard let lesson = console.currentLesson else {
      throw Diagnostic(
        "no lesson is in progress",
        at: words[0].span,
        help: ["`.lesson` lists them, `.lesson 1` starts the first"]
      )
    }
    return reporting { () throws(SessionError) in
      switch word {
      case .hint: lesson.sayHint()
      case .skip: try lesson.skip()
      case .stop, .all: lesson.stop()
      }
      return .succeeded
    }
  }

  /// - Parameter task: The index of the only task to print; nil for all tasks.
  private func printLessons(
    _ numbers: ClosedRange<Int>,
    onlyTask task: Int? = nil
  ) throws(Diagnostic) -> RunStatus {
    let runner = try runner.nested(at: line.span, bails: true)
    return reporting { () throws(SessionError) in
      try console.paging { () throws(SessionError) in
        try printLessons(numbers, onlyTask: task, by: runner)
      }
    }
  }

  private func printLessons(
    _ numbers: ClosedRange<Int>,
    onlyTask task: Int?,
    by runner: ScriptRunner
  ) throws(SessionError) -> RunStatus {
    // Stops if the user left the pager.
    for number in numbers where console.output.failure == nil {
      if number > numbers.lowerBound { console.printLine(StyledText("\n")) }
      let status = try LessonDocument(number: number, onlyTask: task, runner: runner).run()
      guard status == .succeeded else { return status }
    }
    return .succeeded
  }

  // MARK: - The list

  fileprivate func listLessons() -> RunStatus {
    let lessons = Lesson.all
    let done = console.lessonProgress.finishedTasks(of: lessons)
    let status = printColumns {
      [
        ("lesson", .int, lessons.indices.map { .int(Int64($0 + 1)) }),
        ("name", .string, lessons.map { .string($0.name) }),
        ("tasks", .int, lessons.map { .int(Int64($0.tasks.count)) }),
        ("done", .int, done.map { .int(Int64($0.count)) }),
        ("about", .string, lessons.map { .string($0.title) }),
      ]
    }
    if status == .succeeded, isTyped {
      if let lesson = console.currentLesson, !lesson.isOver {
        lesson.sayTask()
      } else {
        console.printRemark(Self.nextLesson(of: lessons, done: done.map(\.count)))
      }
    }
    return status
  }

  /// A hint about the next unfinished lesson.
  private static func nextLesson(of lessons: [Lesson], done: [Int]) -> String {
    let next = lessons.indices.first { done[$0] < lessons[$0].tasks.count }
    guard let next else { return "all lessons are done; `.lesson 1 1` restarts the first one" }
    if done[next] > 0 { return "`.lesson \(next + 1)` continues `\(lessons[next].name)`" }
    return next == 0
      ? "`.lesson 1` starts the first one" : "`.lesson \(next + 1)` starts the next one"
  }
}

extension Console {
  /// The current lesson; nil if there is none or its store was closed.
  var currentLesson: LessonTeacher? { lesson.flatMap { $0.isOpen ? $0 : nil } }

  /// Advances the lesson after a typed block has run.
  func resumeLesson() {
    guard let lesson else { return }
    if lesson.isOpen { return lesson.resume() }
    self.lesson = nil
    if !lesson.isOver { lesson.sayClosed() }
  }
}

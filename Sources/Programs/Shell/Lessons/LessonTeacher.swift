import Diagnostics
import Lessons
import Rendering
import Session
import Syntax

/// A lesson in progress: its store, the current task and the hints shown so far.
final class LessonTeacher {
  let lesson: Lesson
  private(set) var taskIndex: Int
  private(set) var store: OpenStore
  /// The store that was current before the lesson.
  private let previousStore: String
  private var judge: LessonJudge
  private var hintCount = 0
  /// Whether the task is solved. The next one starts after the whole typed block has run.
  private var isTaskDone = false
  /// Whether the last task is over. The store stays open, but answers are not checked any more.
  private(set) var isOver = false
  private let number: Int
  private unowned let console: Console

  /// Starts a lesson at a task, in its own store, which becomes the current one.
  init(_ number: Int, task index: Int, on console: Console) throws(SessionError) {
    self.console = console
    self.number = number
    lesson = Lesson.all[number - 1]
    taskIndex = index
    previousStore = console.stores.current.name
    store = try console.stores.openLesson(lesson, task: index)
    judge = LessonJudge(lesson, task: index, session: store.session)
    say(LessonText.introduction(lesson, number: number), parted: true)
    say(
      LessonText.fitted(
        "This is a fresh demo in memory, in a store named `\(store.name)`; your own stores are not"
          + " touched. `.lesson hint` shows a hint, `.lesson skip` skips the task, `.lesson stop` ends the lesson,"
          + " and everything else works as usual.",
        .dim
      ),
      parted: true
    )
    sayTask()
  }

  /// Whether the lesson's store is still open.
  var isOpen: Bool { console.stores.store(store.name)?.session === store.session }

  private var task: LessonTask { lesson.tasks[taskIndex] }

  /// Shows the task, or a message if the lesson is over.
  func sayTask() { isOver ? sayEnd() : say(LessonText.task(lesson, taskIndex)) }

  /// Shows the next hint, or the solution after the last hint.
  func sayHint() {
    guard !isOver else { return sayEnd() }
    say(
      hintCount < task.hints.count
        ? LessonText.hint(task.hints[hintCount]) : LessonText.solution(task)
    )
    hintCount += 1
  }

  /// Shows the solution and moves to the next task.
  func skip() throws(SessionError) {
    guard !isOver else { return sayEnd() }
    say(LessonText.solution(task), parted: true)
    guard taskIndex + 1 < lesson.tasks.count else { return end() }
    if !task.checks.isEmpty { try reopen(at: taskIndex + 1) }
    begin(taskIndex + 1)
  }

  /// Starts the next task if the current one is solved. Statements after the answer have already
  /// run in the lesson's store.
  func resume() {
    guard isTaskDone else { return }
    isTaskDone = false
    say([StyledText()])
    if taskIndex + 1 < lesson.tasks.count { begin(taskIndex + 1) } else { end() }
  }

  /// Ends the lesson and closes its store.
  func stop() {
    leave()
    say([
      isOver
        ? "lesson ended; its store is closed"
        : "lesson ended at task \(taskIndex + 1); `.lesson \(lesson.name) \(taskIndex + 1)` continues there"
    ])
  }

  /// Reports that the lesson ended because its store was closed.
  func sayClosed() {
    say([
      "the lesson ended because its store was closed; `.lesson \(lesson.name) \(taskIndex + 1)` restarts the task"
    ])
  }

  private func reopen(at index: Int) throws(SessionError) {
    console.stores.closeLesson(store, returningTo: previousStore)
    store = try console.stores.openLesson(lesson, task: index)
    say(["this is a new store with the task already done"])
  }

  private func begin(_ index: Int) {
    (taskIndex, hintCount) = (index, 0)
    judge = LessonJudge(lesson, task: index, session: store.session)
    sayTask()
  }

  /// Keeps the store open, so that its changes can still be examined and undone.
  private func end() {
    isOver = true
    sayEnd()
  }

  private func sayEnd() {
    let next =
      number < Lesson.all.count ? "`.lesson \(number + 1)` is the next" : "`.lesson` lists them all"
    say(["this was the last task of the lesson; `.lesson stop` closes its store, \(next)"])
  }

  private func leave() {
    if console.lesson === self { console.lesson = nil }
    console.stores.closeLesson(store, returningTo: previousStore)
  }

  // MARK: - Answers

  /// Checks a statement that ran in the lesson's store. Statements after a correct answer are not
  /// checked.
  func judge(_ statement: Statement, in source: SourceText, outcome: StatementOutcome) {
    guard !isTaskDone, !isOver, console.session === store.session else { return }
    do {
      switch try judge.verdict(on: statement, in: source, outcome: outcome) {
      case .right: correct()
      case .wrong(let findings): say(findings)
      case .unrelated: break
      }
    } catch {
      // The user knows that the comparison was cancelled.
      if case .cancelled = SessionError(error, in: nil) { return }
      sayUncheckable()
    }
  }

  private func correct() {
    console.lessonProgress.finish(lesson, task: taskIndex)
    say(LessonText.correct(task))
    isTaskDone = true
  }

  private func say(_ findings: LessonFindings) {
    say(LessonText.findings(findings))
    guard let trace = findings.trace else { return }
    if isAmongResults {
      ResultPrinter(console: console).printHint(trace)
    } else {
      printMessage(trace.rendered(in: RenderingContext()))
    }
  }

  private func sayUncheckable() {
    say([
      "this cannot be compared with the solution because the models have changed;",
      "`.lesson \(lesson.name) \(taskIndex + 1)` restarts the task",
    ])
  }

  // MARK: - Saying

  private func say(_ lines: [String]) { say(lines.flatMap { LessonText.fitted($0, .dim) }) }

  /// - Parameter parted: Whether an empty line follows.
  private func say(_ lines: [StyledText], parted: Bool = false) {
    for line in lines + (parted ? [StyledText()] : []) {
      if isAmongResults { console.printLine(line) } else { printMessage(line.plain + "\n") }
    }
  }

  /// Whether messages go to the results: not if those go to a file or are in a machine format.
  private var isAmongResults: Bool {
    console.settings.mode.isForPeople && console.printsToTerminal
  }

  /// Prints a message to standard error.
  private func printMessage(_ text: String) {
    console.flush()
    OutputDescriptor.standardError.write(Array(text.utf8))
  }
}

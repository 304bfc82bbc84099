import Diagnostics
import Lessons
import Rendering
import Session
import Syntax

/// The lesson that a person takes: its store, the task that waits, what was said so far.
final class LessonTeacher {
  let lesson: Lesson
  private(set) var taskIndex: Int
  private(set) var store: OpenStore
  /// The store that was the current one before.
  private let formerStore: String
  private var judge: LessonJudge
  private var hintCount = 0
  /// Whether the task is done; the next one begins once all has run that was typed together.
  private var isTaskDone = false
  /// Whether the last task is done or skipped: the store stays open, and nothing is judged any more.
  private(set) var isOver = false
  private let number: Int
  private unowned let console: Console

  /// Begins a lesson at a task, in a store of its own, which becomes the current one.
  init(_ number: Int, task index: Int, on console: Console) throws(SessionError) {
    self.console = console
    self.number = number
    lesson = Lesson.all[number - 1]
    taskIndex = index
    formerStore = console.stores.current.name
    store = try console.stores.openLesson(lesson, task: index)
    judge = LessonJudge(lesson, task: index, session: store.session)
    say(LessonText.introduction(lesson, number: number), parted: true)
    say(
      LessonText.fitted(
        "This is a fresh demo in memory, in a store called `\(store.name)`; your own stores are not"
          + " touched. `.lesson hint` helps, `.lesson skip` goes on, `.lesson stop` leaves, and all"
          + " else works as ever.",
        .dim
      ),
      parted: true
    )
    sayTask()
  }

  /// Whether the store is still open, as it can be closed like any other.
  var isOpen: Bool { console.stores.store(store.name)?.session === store.session }

  private var task: LessonTask { lesson.tasks[taskIndex] }

  /// Says what is wanted, or that nothing is any more.
  func sayTask() { isOver ? sayEnd() : say(LessonText.task(lesson, taskIndex)) }

  /// Says the next hint; behind the last one the solution.
  func sayHint() {
    guard !isOver else { return sayEnd() }
    say(
      hintCount < task.hints.count
        ? LessonText.hint(task.hints[hintCount]) : LessonText.solution(task)
    )
    hintCount += 1
  }

  /// Goes on without an answer.
  func skip() throws(SessionError) {
    guard !isOver else { return sayEnd() }
    say(LessonText.solution(task), parted: true)
    guard taskIndex + 1 < lesson.tasks.count else { return end() }
    if !task.checks.isEmpty { try openAnew(at: taskIndex + 1) }
    begin(taskIndex + 1)
  }

  /// Begins the next task if the one before is done. What stood behind the right
  /// answer has run in the store of the lesson by then.
  func goOn() {
    guard isTaskDone else { return }
    isTaskDone = false
    say([StyledText()])
    if taskIndex + 1 < lesson.tasks.count { begin(taskIndex + 1) } else { end() }
  }

  /// Leaves the lesson.
  func stop() {
    leave()
    say([
      isOver
        ? "lesson left; its store is closed"
        : "lesson left at task \(taskIndex + 1); `.lesson \(lesson.name) \(taskIndex + 1)` goes on there"
    ])
  }

  /// Says that the lesson is left, as its store was closed.
  func sayClosed() {
    say([
      "the lesson is left, as its store is closed; `.lesson \(lesson.name) \(taskIndex + 1)` begins the task anew"
    ])
  }

  private func openAnew(at index: Int) throws(SessionError) {
    console.stores.closeLesson(store, leadingTo: formerStore)
    store = try console.stores.openLesson(lesson, task: index)
    say(["the store is a new one, in which this is done"])
  }

  private func begin(_ index: Int) {
    (taskIndex, hintCount) = (index, 0)
    judge = LessonJudge(lesson, task: index, session: store.session)
    sayTask()
  }

  /// The store stays: what was done in it can be looked at, and taken back.
  private func end() {
    isOver = true
    sayEnd()
  }

  private func sayEnd() {
    let next =
      number < Lesson.all.count ? "`.lesson \(number + 1)` is the next" : "`.lesson` lists them all"
    say(["this was the last task of the lesson; `.lesson stop` leaves its store, \(next)"])
  }

  private func leave() {
    if console.lesson === self { console.lesson = nil }
    console.stores.closeLesson(store, leadingTo: formerStore)
  }

  // MARK: - Answers

  /// Says what a statement is worth that was run in the lesson's store; nothing of those behind a right answer.
  func look(at statement: Statement, in source: SourceText, outcome: StatementOutcome) {
    guard !isTaskDone, !isOver, console.session === store.session else { return }
    do {
      switch try judge.verdict(on: statement, in: source, outcome: outcome) {
      case .right: praise()
      case .wrong(let findings): say(findings)
      case .unrelated: break
      }
    } catch {
      // Whoever stopped the comparison knows that there is no verdict.
      if case .cancelled = SessionError(error, in: nil) { return }
      sayUncheckable()
    }
  }

  private func praise() {
    console.lessonProgress.finish(lesson, task: taskIndex)
    say(LessonText.praise(task))
    isTaskDone = true
  }

  private func say(_ findings: LessonFindings) {
    say(LessonText.findings(findings))
    guard let trace = findings.trace else { return }
    if isAmongResults {
      ResultPrinter(console: console).printHint(trace)
    } else {
      tell(trace.rendered(in: RenderingContext()))
    }
  }

  private func sayUncheckable() {
    say([
      "this cannot be compared with the solution, as the models are others now;",
      "`.lesson \(lesson.name) \(taskIndex + 1)` begins the task anew",
    ])
  }

  // MARK: - Saying

  private func say(_ lines: [String]) { say(lines.flatMap { LessonText.fitted($0, .dim) }) }

  /// - Parameter parted: Whether an empty line follows.
  private func say(_ lines: [StyledText], parted: Bool = false) {
    for line in lines + (parted ? [StyledText()] : []) {
      if isAmongResults { console.printLine(line) } else { tell(line.plain + "\n") }
    }
  }

  /// Whether what is said stands among the results: not where these go to a file or are for a program.
  private var isAmongResults: Bool {
    console.settings.mode.isForPeople && console.printsToTerminal
  }

  /// Tells the person something who looks at other things than the results.
  private func tell(_ text: String) {
    console.flush()
    OutputDescriptor.standardError.write(Array(text.utf8))
  }
}

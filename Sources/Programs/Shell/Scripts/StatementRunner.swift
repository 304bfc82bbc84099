import Diagnostics
import Dispatch
import Explaining
import Model
import Rendering
import Session
public import Storage
import Synchronization
import Syntax

/// Runs one statement and prints its result.
struct StatementRunner {
  /// The time limit for finding out why a result is empty, unless hints were requested.
  private static let hintTime = Duration.milliseconds(250)

  let console: Console

  func run(_ statement: Statement, in source: SourceText) -> RunStatus {
    var watch = StopWatch()
    do throws(SessionError) {
      console.session.readsAllRows = ResultPrinter(console: console).printsAllRows
      let outcome = try console.showingProgress { () throws(SessionError) in
        try console.session.run(statement, in: source)
      }
      watch.lap()
      if case .watch(let watched) = outcome.answer {
        if console.receiver != nil, watched.duration == nil { throw Self.endlessWatch(statement) }
        return WatchLoop(console: console, statement: statement, source: source).run(watched)
      }
      if case .expectation(let result) = outcome.answer {
        console.note(result, of: statement, in: source, after: watch.laps[0])
      }
      try print(outcome, of: statement, in: source, elapsed: watch.laps[0])
      watch.lap()
      if case .message = outcome.answer, Signals.isInterrupted, !Signals.isTerminated {
        console.printRemark("Ctrl-C came too late: the statement completed")
      }
      if console.settings.isTimed { ResultPrinter(console: console).printTimes(watch.laps) }
      printTip(after: outcome, of: statement)
      console.currentLesson?.judge(statement, in: source, outcome: outcome)
      return .succeeded
    } catch {
      let error = explained(error, of: statement)
      console.noteFailure(error, at: statement.span, in: source, after: watch.elapsed)
      return console.report(error, after: watch.elapsed, in: source)
    }
  }

  /// A notebook or a page shows a result when the statement has ended.
  private static func endlessWatch(_ statement: Statement) -> SessionError {
    .failed([
      Diagnostic(
        "`watch` needs an end here",
        at: statement.span,
        help: ["`watch for 10 seconds …` ends"]
      )
    ])
  }

  /// The error with a hint if the statement reads records although nothing is open, or of a model
  /// that does not exist.
  private func explained(_ error: SessionError, of statement: Statement) -> SessionError {
    guard case .failed(let findings) = error, let first = findings.first, first.help.isEmpty,
      let help = hint(for: first, of: statement)
    else { return error }
    return .failed([first.adding(help: [help])] + findings.dropFirst())
  }

  private func hint(for finding: Diagnostic, of statement: Statement) -> String? {
    let isNothingOpen = console.stores.stores.allSatisfy {
      $0.path == nil && $0.session.schema.entities.isEmpty
    }
    switch statement.kind {
    case .fetch, .count, .update, .delete, .trace, .watch:
      guard !isNothingOpen else {
        return "no file is open: `martlet people.csv` reads one, `.open budget.store` opens a store"
      }
    default: return nil
    }
    let names = console.session.schema.entities.map(\.name)
    guard let query = statement.kind.readQuery, finding.primary?.span == query.entity.span,
      !names.contains(query.entity.text), !names.isEmpty
    else { return nil }
    return names.count > 5
      ? "`.models` lists the models"
      : "the models are " + names.map { "`\(quotedIfNeeded($0))`" }.joined(separator: ", ")
  }

  private func print(
    _ outcome: StatementOutcome,
    of statement: Statement,
    in source: SourceText,
    elapsed: Duration
  ) throws(SessionError) {
    let name = statement.valueName
    do {
      let printer = ResultPrinter(console: console, elapsed: elapsed, valueName: name)
      if let receiver = console.resultReceiver {
        console.flush()
        try receiver.take(outcome, of: statement, in: source)
        if let rows = outcome.rows { _ = try keep(rows, of: statement, in: source) }
      } else if case .rows(let rows) = outcome.answer {
        let kept = try keep(rows, of: statement, in: source)
        let isChanges = statement.listsChanges && console.mode.isForPeople
        try printer.print(.rows(isChanges ? try ListedRows(concise: kept) : kept))
      } else {
        try printer.print(outcome.answer)
        if let rows = outcome.rows { _ = try keep(rows, of: statement, in: source) }
      }
    } catch is OutputClosed {
      return
    } catch {
      throw console.session.failure(error, of: statement, in: source)
    }
    try printHint(outcome, of: statement)
    for line in outcome.notes() { console.printRemark(line) }
  }

  /// Stores a result for `.last`: its rows on a terminal, otherwise the query.
  ///
  /// - Returns: The stored rows, to print without computing them again.
  private func keep(
    _ rows: any ResultRows,
    of statement: Statement,
    in source: SourceText
  ) throws -> any ResultRows {
    let query = LastQuery(statement, in: source, by: console)
    let result = console.printsToTerminal ? try LastResult.keeping(rows, of: query) : .query(query)
    console.lastResult = result
    if case .rows(let kept) = result { return kept }
    return rows
  }

  /// Explains why a fetch found nothing.
  private func printHint(
    _ outcome: StatementOutcome,
    of statement: Statement
  ) throws(SessionError) {
    guard case .fetch(let query) = statement.kind, let rows = outcome.rows,
      rows.rowCount == 0, console.givesHints
    else { return }
    let isAsked = console.settings.hints == .on
    let limit = isAsked ? nil : TimeLimit(Self.hintTime, console.session.cancellation)
    do throws(SessionError) {
      let hint = try console.session.noRowsHint(for: query)
      limit?.end()
      if let hint { ResultPrinter(console: console).printHint(hint) }
    } catch .cancelled {
      limit?.end()
      console.session.cancellation.reset()
      // The result is complete; only the explanation was stopped.
      if Signals.isInterrupted { console.printRemark("stopped looking for the reason") }
    }
  }
}

extension Statement {
  /// Whether the result is a list of changes.
  fileprivate var listsChanges: Bool {
    switch kind {
    case .history, .diff, .transaction(.changes): true
    default: false
    }
  }

  /// The name of the statement's value in machine formats.
  fileprivate var valueName: String {
    if case .count = kind { "count" } else { "value" }
  }
}

/// Cancels an operation after some time.
public final class TimeLimit: Sendable {
  private let isOver = Mutex(false)

  /// Starts the time.
  public init(_ duration: Duration, _ cancellation: CancellationFlag) {
    let nanoseconds = Int(duration / .nanoseconds(1))
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
      self?.isOver.withLock { isOver in
        if !isOver { cancellation.cancel() }
      }
    }
  }

  /// Ends the time limit.
  public func end() { isOver.withLock { $0 = true } }
}

extension Console {
  /// The result of `body`, which reads the stores for the prompt: it is cancelled after a moment,
  /// since a view may be endless, and does not wait for locked files.
  func briefly<Result>(_ body: () -> Result) -> Result {
    let limit = TimeLimit(.milliseconds(60), stores.cancellation)
    defer {
      limit.end()
      stores.cancellation.reset()
    }
    return stores.withoutWaiting(body)
  }
}

extension Statement.Kind {
  /// The query of a statement that reads records.
  fileprivate var readQuery: QuerySyntax? {
    switch self {
    case .fetch(let query), .count(let query), .trace(let query): query
    default: nil
    }
  }
}

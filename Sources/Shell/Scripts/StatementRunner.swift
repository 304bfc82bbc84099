import Diagnostics
import Foundation
import Rendering
import Session
import Storage
import Syntax

/// Runs one statement and prints what comes of it.
struct StatementRunner {
  let console: Console

  func run(_ statement: Statement, in source: SourceText) -> RunStatus {
    var watch = StopWatch()
    do throws(SessionError) {
      let outcome = try console.session.run(statement, in: source)
      watch.lap()
      let status = print(outcome, of: statement, elapsed: watch.laps[0], in: source)
      watch.lap()
      if console.settings.isTimed { ResultPrinter(console: console).printTimes(watch.laps) }
      return status
    } catch {
      return fail(error, after: watch, in: source)
    }
  }

  private func print(
    _ outcome: StatementOutcome,
    of statement: Statement,
    elapsed: Duration,
    in source: SourceText
  ) -> RunStatus {
    do {
      try ResultPrinter(console: console, elapsed: elapsed, valueName: statement.valueName).print(
        outcome
      )
      return .succeeded
    } catch is Cancellation {
      return .interrupted
    } catch let diagnostic as Diagnostic {
      console.report([diagnostic], in: source)
    } catch {
      console.report("\(error)")
    }
    return .failed
  }

  private func fail(
    _ error: SessionError,
    after watch: StopWatch,
    in source: SourceText
  ) -> RunStatus {
    switch error {
    case .unreadable(let problems):
      console.report(problems: problems)
      return .failed
    case .failed(let diagnostics):
      console.report(diagnostics, in: source)
      return .failed
    case .cancelled:
      console.report("cancelled after \(elapsedText(watch.elapsed))")
      return .interrupted
    }
  }
}

extension Statement {
  /// What the statement's value is called where it is not a table's.
  fileprivate var valueName: String {
    if case .count = kind { "count" } else { "value" }
  }
}

import Diagnostics
import Session
import Storage
import Syntax

extension DotCommand {
  static let last = DotCommand(
    name: "last",
    summary: "show the whole last result: all rows, all columns",
    example: "fetch User; .last",
    details: """
      On a terminal, the pager (`.pager`) opens if the result is larger than the screen. A result of \
      more than 500,000 values is queried again, so it shows the current records.
      """,
    handler: { call throws(Diagnostic) in
      guard let last = call.console.lastResult else {
        throw Diagnostic(
          "there is no result yet",
          at: call.line.span,
          help: ["`.last` shows the result of a `fetch` again"]
        )
      }
      return try call.show(last)
    }
  )
}

extension CommandCall {
  private func printWhole(_ rows: any ResultRows, by pager: Pager?) throws {
    var printer = ResultPrinter(console: console)
    printer.isWhole = true
    printer.pager = pager
    try printer.print(.rows(rows))
  }

  /// Shows the rows in a pager; false if the pager could not be started.
  private func show(_ rows: any ResultRows, by pager: Pager) throws -> Bool {
    do {
      try printWhole(rows, by: pager)
    } catch is Pager.Closed {
      return pager.finish()
    } catch {
      _ = pager.finish()
      throw error
    }
    return pager.finish()
  }

  fileprivate func show(_ last: LastResult) throws(Diagnostic) -> RunStatus {
    switch last {
    case .rows(let rows): return show(rows)
    case .query(let query): return try ask(query)
    }
  }

  /// Runs the query again in the same store, with the same parameter values.
  private func ask(_ query: LastQuery) throws(Diagnostic) -> RunStatus {
    guard let asked = query.session, asked === session else {
      let isOpen = console.stores.stores.contains { $0.session === query.session }
      throw Diagnostic(
        "the last result is from the store `\(query.storeName)`, which is "
          + (isOpen ? "not the current one" : "closed"),
        at: line.span,
        help: isOpen ? ["`use \(quotedIfNeeded(query.storeName))`, then `.last`"] : []
      )
    }
    let watch = StopWatch()
    let parameters = session.settings.parameters
    session.settings.parameters = query.parameters
    defer { asked.settings.parameters = parameters }
    do throws(SessionError) {
      guard
        let rows = try console.showingProgress({ () throws(SessionError) in
          try asked.run(query.statement, in: query.source)
        }).rows
      else { return .succeeded }
      return show(rows)
    } catch {
      return console.report(error, after: watch.elapsed, in: query.source)
    }
  }

  private func show(_ rows: any ResultRows) -> RunStatus {
    let watch = StopWatch()
    session.cancellation.reset()
    do {
      if Pager.isUsable(by: console), try show(rows, by: Pager(console)) { return .succeeded }
      try printWhole(rows, by: nil)
      return .succeeded
    } catch {
      return console.report(SessionError(error, in: nil), after: watch.elapsed, in: nil)
    }
  }
}

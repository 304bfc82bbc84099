import Diagnostics
import Model
import Platform
import Rendering
import Session
import Storage

/// Prints what statements answer, in the console's mode.
struct ResultPrinter {
  let console: Console
  /// How long the statement took, for a footer that says so.
  var elapsed: Duration?
  /// What a single value is called where every value needs a name.
  var valueName = "value"
  /// Whether all rows and columns are printed, however many there are.
  var isWhole = false
  /// What shows the text; nil for where results go.
  var pager: Pager?

  /// Prints an answer; throws what the store throws, and ``Cancellation``.
  func print(_ answer: StatementOutcome.Answer) throws {
    let mode = console.mode
    switch answer {
    case .rows(let rows): try mode.print(rows, self)
    case .drawn(let drawn) where mode.isForPeople && drawn.rows.rowCount > 0:
      try write(drawn.text(in: renderingContext))
    case .drawn(let drawn): try mode.print(drawn.rows, self)
    case .value(let value, let type) where !mode.isForPeople:
      try mode.print(ListedRows(valueName, value, type), self)
    case .value(let value, _):
      console.printLine(scalarLine(value, in: renderingContext), hasEnd: true)
    case .report(let report) where mode.isForPeople:
      try write(report.rendered(in: renderingContext))
    case .report(let report):
      try mode.print(ListedRows(report, renderingContext), self)
    case .watch(let watched): try print(.rows(watched.rows))
    case .message(let message):
      guard mode.isForPeople else { return }
      for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
        console.printLine(StyledText(escapedForTerminal(String(line)), .dim))
      }
    }
  }

  /// `run time: 0.412 ms (run 0.300 ms, print 0.112 ms)`
  func printTimes(_ laps: [Duration]) {
    let total = StopWatch.text(laps.reduce(.zero, +))
    let parts = zip(["run", "print"], laps).map { "\($0) \(StopWatch.text($1))" }
    console.printRemark("run time: \(total) (\(parts.joined(separator: ", ")))")
  }

  /// Prints a hint where it cannot be taken for a part of a result.
  func printHint(_ hint: Report) {
    if console.mode.isForPeople {
      console.output.write(hint.rendered(in: renderingContext))
    } else {
      let text = hint.rendered(in: RenderingContext()).split(separator: "\n").joined(
        separator: "\n"
      )
      console.printRemark(text)
    }
  }

  /// Takes one piece of a printed result.
  func write(_ text: String) throws {
    if pager?.isStarted != true { try console.session.cancellation.check() }
    if let pager { return try pager.write(text) }
    console.output.write(text)
    try checkOutput()
  }

  /// Takes some bytes of a printed result; the writer itself looks for a cancellation.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    console.output.write(bytes)
    try checkOutput()
  }

  /// Throws ``OutputEnded`` where what is written goes nowhere any more.
  private func checkOutput() throws {
    if console.output.failure != nil { throw OutputClosed() }
  }

  /// Where results go, as renderers see it.
  var renderingContext: RenderingContext {
    let settings = console.settings
    let isTerminal = console.printsToTerminal
    var context = RenderingContext(
      width: settings.tableWidth ?? (isTerminal ? Terminal.width ?? Terminal.usualWidth : nil),
      usesColor: console.usesColor,
      usesUnicode: !isTerminal || Terminal.usesUnicode,
      timeZone: console.session.settings.timeZone
    )
    context.isTerminal = isTerminal
    context.maxRows = settings.maxRows.count(onTerminal: isTerminal)
    context.columnLimits = settings.columnLimits
    context.hasHeadings = settings.hasHeadings
    context.nullText = settings.nullText ?? console.mode.usualNullText
    context.elapsed = isTerminal ? elapsed : nil
    if isWhole {
      context.maxRows = nil
      context.width = nil
      context.columnLimits = [:]
    }
    return context
  }
}

/// Thrown where results cannot be written any more, as on a full disk; who ends the output says why.
struct OutputClosed: Error {}

import Diagnostics
import Files
import Model
import Platform
import Rendering
import Session
import Storage

/// Prints the results of statements in the console's mode.
struct ResultPrinter {
  let console: Console
  /// The run time, for the footer.
  var elapsed: Duration?
  /// The name of a single value in machine formats.
  var valueName = "value"
  /// Whether to print all rows and columns.
  var isWhole = false
  /// The pager; nil to print to the console's output.
  var pager: Pager?

  /// Prints an answer. Throws the store's errors and ``Cancellation``.
  func print(_ answer: StatementOutcome.Answer) throws {
    let mode = console.mode
    switch answer {
    case .rows(let rows as DifferenceRows) where !mode.isForPeople:
      try mode.print(rows.values, self)
    case .rows(let rows): try mode.print(rows, self)
    case .charted(let charted) where mode.isForPeople && charted.rows.rowCount > 0:
      try write(charted.text(in: renderingContext))
    case .charted(let charted): try mode.print(charted.rows, self)
    case .value(let value, let type) where !mode.isForPeople:
      try mode.print(ListedRows(valueName, value, type), self)
    case .value(let value, _):
      console.printLine(scalarLine(value, in: renderingContext), hasEnd: true)
    case .report(let report) where mode.isForPeople:
      try write(report.rendered(in: renderingContext))
    case .report(let report):
      try mode.print(ListedRows(report, renderingContext), self)
    case .watch(let watched): try print(.rows(watched.rows))
    case .expectation(let result):
      guard mode.isForPeople, console.isInteractive, result.isMet else { return }
      console.printLine(StyledText("as expected", .dim))
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

  /// Prints a hint, separately from the result in machine formats.
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

  /// Whether results are printed with all rows.
  var printsAllRows: Bool { !console.mode.isForPeople || renderingContext.maxRows == nil }

  /// Writes a result.
  func write(_ text: String) throws {
    try ByteText.write(text) { try write(piece: $0) }
  }

  /// Writes a piece of a result: whole characters.
  func write(piece: UnsafeRawBufferPointer) throws {
    if pager?.isStarted != true { try console.session.cancellation.check() }
    if let pager { return try pager.write(String(decoding: piece, as: UTF8.self)) }
    try write(piece)
  }

  /// Writes bytes of a result. The writer itself checks for a cancellation.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    console.output.write(bytes)
    try checkOutput()
  }

  /// Throws ``OutputClosed`` after a failed write.
  private func checkOutput() throws {
    if console.output.failure != nil { throw OutputClosed() }
  }

  /// The settings for renderers.
  var renderingContext: RenderingContext {
    let settings = console.settings
    let isTerminal = console.printsToTerminal
    var context = RenderingContext(
      width: settings.tableWidth ?? (isTerminal ? Terminal.width ?? Terminal.defaultWidth : nil),
      usesColor: console.usesColor,
      usesUnicode: !isTerminal || Terminal.usesUnicode,
      timeZone: console.session.settings.timeZone
    )
    context.isTerminal = isTerminal
    context.maxRows = settings.maxRows.count(onTerminal: isTerminal)
    context.columnLimits = settings.columnLimits
    context.hasHeadings = settings.hasHeadings
    context.nullText = settings.nullText ?? console.mode.defaultNullText
    context.elapsed = isTerminal ? elapsed : nil
    // Ctrl-C may be meant for the pager.
    if pager == nil { context.cancellation = console.session.cancellation }
    if isWhole {
      context.maxRows = nil
      context.width = nil
      context.columnLimits = [:]
    }
    return context
  }
}

/// Thrown after output has failed, for example because the disk is full. The owner of the output
/// reports the reason.
struct OutputClosed: Error {}

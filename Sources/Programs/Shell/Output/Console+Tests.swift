public import Diagnostics
import Platform
import Session
import Syntax

/// Expectations.
extension Console {
  /// Notes and reports the result of an `expect`.
  func note(
    _ result: ExpectationResult,
    of statement: Statement,
    in source: SourceText,
    after time: Duration
  ) {
    let problem = result.failure.map {
      ([$0.message] + $0.further + $0.help).joined(separator: "\n")
    }
    note(result.text, problem, isError: false, at: statement.span, in: source, time)
    if let failure = result.failure, tests.style == nil { report([failure], in: source) }
  }

  /// Notes that a statement failed, for test tools.
  func noteFailure(
    _ error: SessionError,
    at span: SourceSpan,
    in source: SourceText,
    after time: Duration = .zero
  ) {
    let lines: [String]
    switch error {
    case .failed(let findings): lines = findings.flatMap { [$0.message] + $0.further + $0.help }
    case .unreadable(let findings): lines = findings.lines
    case .cancelled: return
    }
    guard tests.style != nil else { return }
    var words = source.text(in: span).split(whereSeparator: \.isWhitespace)
    // As expectations that are judged.
    if words.count > 1, words[0].lowercased() == Keyword.expect.rawValue { words.removeFirst() }
    let problem = lines.joined(separator: "\n")
    note(words.joined(separator: " "), problem, isError: true, at: span, in: source, time)
  }

  private func note(
    _ name: String,
    _ problem: String?,
    isError: Bool,
    at span: SourceSpan,
    in source: SourceText,
    _ time: Duration
  ) {
    let entry = TestReport.Entry(
      name: name.count > 200 ? name.prefix(200) + "…" : name,
      file: source.name.isEmpty ? "martlet" : source.name,
      line: source.location(of: span.lowerBound).line,
      time: time,
      problem: problem,
      isError: isError
    )
    tests.add(entry)
    let lines = tests.lines(of: entry)
    if lines.isEmpty { return }
    asideOutput.flush()
    reportOutput.write(lines)
    if Terminal.isTerminal(reportOutput.descriptor.descriptor) { reportOutput.flush() }
  }

  /// Prints the report or the summary of the expectations; returns whether the run failed because
  /// one was not met. People see failures while they type, so these do not count at the end.
  func finishTests(cameToEnd: Bool) -> Bool {
    asideOutput.flush()
    let reason =
      Signals.isInterrupted ? "interrupted" : "an error stopped the run; --no-bail continues"
    reportOutput.write(tests.ending(stoppedBy: cameToEnd ? nil : reason))
    if isInteractive { return false }
    if tests.style == nil, tests.count > 0 { printRemark(tests.summary) }
    return tests.failureCount > 0
  }

  /// Ends the file of the report, which also a run that an error stopped has; returns whether that
  /// succeeded.
  func finishReport(of status: RunStatus, cameToEnd: Bool) -> Bool {
    guard let file = reportFile else { return true }
    reportFile = nil
    guard cameToEnd || status == .failed else {
      file.discard()
      return true
    }
    do throws(Diagnostic) {
      try finish(file)
      return true
    } catch {
      if !Signals.isInterrupted { report(error) }
      return false
    }
  }

  /// Where the report for test tools goes.
  var reportOutput: TextOutput { reportFile?.output ?? standardOutput }

  /// Uses the mode of the command line, which scripts cannot change for a report.
  public func begin(in mode: OutputMode) {
    settings.mode = mode
    tests.style = mode.testStyle
  }

  /// Redirects the report for test tools, or else the results, to the file at `path`.
  ///
  /// - Parameter followsEnding: Whether the file's extension determines the format.
  public func redirectRun(to path: String, followsEnding: Bool) throws(Diagnostic) {
    guard tests.style != nil else {
      return try redirect(to: path, followsEnding: followsEnding)
    }
    try refuseStore(at: path)
    reportFile = try Redirection(path: path, cancellation: stores.cancellation)
  }

  /// Chooses how expectations are reported: as the mode says, or for people.
  func chooseTestStyle(_ mode: OutputMode) {
    // A script cannot change the format of a report that has begun.
    tests.style = isInteractive ? mode.testStyle : tests.style ?? mode.testStyle
  }
}

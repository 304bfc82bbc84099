import Diagnostics
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
    if let failure = result.failure, mode.testStyle == nil { report([failure], in: source) }
  }

  /// Notes that a statement failed, for test tools.
  func noteFailure(
    _ findings: [Diagnostic],
    at span: SourceSpan,
    in source: SourceText,
    after time: Duration = .zero
  ) {
    guard mode.testStyle != nil else { return }
    let words = source.text(in: span).split(whereSeparator: \.isWhitespace)
    let problem = findings.flatMap { [$0.message] + $0.further + $0.help }.joined(separator: "\n")
    let name = String(words.joined(separator: " ").prefix(200))
    note(name, problem, isError: true, at: span, in: source, time)
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
      name: name,
      file: source.name.isEmpty ? "martlet" : source.name,
      line: source.location(of: span.lowerBound).line,
      time: time,
      problem: problem,
      isError: isError
    )
    tests.add(entry)
    if let style = mode.testStyle { output.write(tests.lines(of: entry, style)) }
  }

  /// Prints the summary of the expectations; returns whether one was not met.
  func finishTests() -> Bool {
    if let style = mode.testStyle {
      output.write(tests.ending(style))
    } else if tests.count > 0, !isInteractive {
      printRemark(tests.summary)
    }
    return tests.failureCount > 0
  }
}

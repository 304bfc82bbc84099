import Diagnostics

/// Collects errors, to report all of them at once.
final class Findings {
  private(set) var all: [Diagnostic] = []
  /// The number of calls of `random` in the statement, which differ by it.
  var randomCalls = 0
  /// The number of samples in the statement, which differ by it.
  var samples = 0
  /// Changes findings in texts that cannot be shown; nil for the source of the statement.
  private var relocation: ((Diagnostic) -> Diagnostic)?
  /// The number of findings in other texts, before those of the current text.
  private var foreignCount = 0
  /// The number of enclosing texts that are reported at the position that names them.
  private(set) var nestingDepth = 0

  func report(_ error: some BindingError) {
    all.append(relocation.map { $0(error.diagnostic) } ?? error.diagnostic)
  }

  /// Reports an error of a query that ran while the statement was bound.
  func report(_ finding: Diagnostic) { all.append(finding) }

  /// Reports an error and returns nil.
  func fail<Result>(_ error: some BindingError) -> Result? {
    report(error)
    return nil
  }

  /// Runs `body` and changes its findings by `relocation`.
  func relocating<Result>(
    by relocation: ((Diagnostic) -> Diagnostic)?,
    _ body: () -> Result
  ) -> Result {
    let outer = (self.relocation, foreignCount)
    (self.relocation, foreignCount) = (relocation, all.count)
    defer { (self.relocation, foreignCount) = outer }
    return body()
  }

  /// Runs `body` and changes its findings by `relocation`, and then by the current relocation.
  func nesting<Result>(
    by relocation: @escaping (Diagnostic) -> Diagnostic,
    _ body: () -> Result
  ) -> Result {
    let outer = self.relocation
    nestingDepth += 1
    defer { nestingDepth -= 1 }
    return relocating(
      by: { finding in outer.map { $0(relocation(finding)) } ?? relocation(finding) },
      body
    )
  }

  /// Runs `body` and discards its findings.
  func quietly<Result>(_ body: () -> Result) -> Result {
    let known = all
    defer { all = known }
    return body()
  }

  /// Discards all but the first `count` findings.
  func keep(first count: Int) {
    all = Array(all.prefix(count))
  }

  /// Whether there is a finding within `span` of the current text.
  func hasFinding(within span: SourceSpan) -> Bool {
    all.dropFirst(foreignCount).contains { finding in
      finding.primary.map {
        span.lowerBound <= $0.span.lowerBound && $0.span.upperBound <= span.upperBound
      } ?? false
    }
  }

  /// Returns the result, or throws all findings: those of the statement in order, then those of
  /// other texts.
  func checked<Result>(_ result: Result?) throws(DiagnosticList) -> Result {
    guard let result, all.isEmpty else { throw DiagnosticList(all.inOrder.helpingOnce) }
    return result
  }
}

extension [Diagnostic] {
  /// The findings of the statement, then those of other texts, each in order of position.
  fileprivate var inOrder: [Diagnostic] {
    var texts: [SourceText: Int] = [:]
    for source in compactMap(\.source) where texts[source] == nil {
      texts[source] = texts.count + 1
    }
    return map { finding in
      (finding.source.flatMap { texts[$0] } ?? 0, finding.primary?.span.lowerBound ?? 0, finding)
    }
    .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    .map(\.2)
  }

  /// The findings, with repeated help for a waiting declaration only on the last one.
  fileprivate var helpingOnce: [Diagnostic] {
    var reported: Set<String> = []
    return reversed().map { finding in
      guard finding.source != nil, let line = finding.help.last, !reported.insert(line).inserted
      else { return finding }
      return finding.with(help: finding.help.dropLast())
    }
    .reversed()
  }
}

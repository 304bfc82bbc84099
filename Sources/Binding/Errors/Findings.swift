import Diagnostics

/// Gathers what is wrong, so that one look shows it all.
final class Findings {
  private(set) var all: [Diagnostic] = []
  /// What becomes of findings in a text that cannot be shown; nil while the shown one is bound.
  private var relocation: ((Diagnostic) -> Diagnostic)?
  /// How many texts around the one that is bound are named by their place.
  private(set) var nestingDepth = 0

  func report(_ error: some BindingError) {
    all.append(relocation.map { $0(error.diagnostic) } ?? error.diagnostic)
  }

  /// Runs `body`, whose findings are put in other places and words by `relocation`.
  func relocating<Result>(
    by relocation: ((Diagnostic) -> Diagnostic)?,
    _ body: () -> Result
  ) -> Result {
    let outer = self.relocation
    self.relocation = relocation
    defer { self.relocation = outer }
    return body()
  }

  /// Runs `body`, whose findings are put in other places and words by `relocation`, and then by what
  /// holds already.
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

  /// Runs `body`, whose findings are forgotten.
  func quietly<Result>(_ body: () -> Result) -> Result {
    let known = all
    defer { all = known }
    return body()
  }

  /// Forgets all but the first `count` findings.
  func keep(first count: Int) {
    all = Array(all.prefix(count))
  }

  /// Whether something within `span` was reported.
  func hasFinding(within span: SourceSpan) -> Bool {
    all.contains { finding in
      finding.primary.map {
        span.lowerBound <= $0.span.lowerBound && $0.span.upperBound <= span.upperBound
      } ?? false
    }
  }

  /// The result of a step if nothing was wrong, else all findings in the order of their places.
  func checked<Result>(_ result: Result?) throws(DiagnosticList) -> Result {
    guard let result, all.isEmpty else {
      throw DiagnosticList(
        all.sorted { ($0.primary?.span.lowerBound ?? 0) < ($1.primary?.span.lowerBound ?? 0) }
      )
    }
    return result
  }
}

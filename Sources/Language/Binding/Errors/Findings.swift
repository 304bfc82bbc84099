import Diagnostics

/// Gathers what is wrong, so that one look shows it all.
final class Findings {
  private(set) var all: [Diagnostic] = []
  /// What becomes of findings in a text that cannot be shown; nil while the shown one is bound.
  private var relocation: ((Diagnostic) -> Diagnostic)?
  /// So many findings come before those of the text that is bound; their places are in other texts.
  private var foreignCount = 0
  /// How many texts around the one that is bound are named by their place.
  private(set) var nestingDepth = 0

  func report(_ error: some BindingError) {
    all.append(relocation.map { $0(error.diagnostic) } ?? error.diagnostic)
  }

  /// Reports an error; returns nil.
  func fail<Result>(_ error: some BindingError) -> Result? {
    report(error)
    return nil
  }

  /// Runs `body`, whose findings are put in other places and words by `relocation`.
  func relocating<Result>(
    by relocation: ((Diagnostic) -> Diagnostic)?,
    _ body: () -> Result
  ) -> Result {
    let outer = (self.relocation, foreignCount)
    (self.relocation, foreignCount) = (relocation, all.count)
    defer { (self.relocation, foreignCount) = outer }
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

  /// Whether something within `span` of the text that is bound was reported.
  func hasFinding(within span: SourceSpan) -> Bool {
    all.dropFirst(foreignCount).contains { finding in
      finding.primary.map {
        span.lowerBound <= $0.span.lowerBound && $0.span.upperBound <= span.upperBound
      } ?? false
    }
  }

  /// The result of a step if nothing was wrong, else all findings: those of the text that is run in the order of their
  /// places, then those of each other text.
  func checked<Result>(_ result: Result?) throws(DiagnosticList) -> Result {
    guard let result, all.isEmpty else { throw DiagnosticList(all.inOrder.helpingOnce) }
    return result
  }
}

extension [Diagnostic] {
  /// The findings of the text that is run, then those of each other one, in the order of their places.
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

  /// The same findings; what helps several of one declaration that waited stands at the last of them.
  fileprivate var helpingOnce: [Diagnostic] {
    var told: Set<String> = []
    return reversed().map { finding in
      guard finding.source != nil, let line = finding.help.last, !told.insert(line).inserted
      else { return finding }
      return finding.helping(finding.help.dropLast())
    }
    .reversed()
  }
}

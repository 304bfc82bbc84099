import Diagnostics
import Session
import Syntax

/// Finds out whether a text can still become a statement without errors.
///
/// The text is finished in a few ways, each of which is parsed and bound. What is wrong in all of
/// them stays wrong whatever follows; what is wrong in one only may yet be mended.
struct ContinuationCheck {
  let checker: StatementChecker
  let names: CompletionNames

  /// Longer statements are not looked at: it would take too long for a key.
  private static let mostBytes = 4_000

  /// Statements whose values are checked too.
  private static let checked: Set<Keyword> = [.fetch, .count, .update, .delete, .trace, .let]

  /// Whether no error stays in the last statement of `text`.
  ///
  /// - Parameter continuations: Texts of which one comes next; any if nil.
  func accepts(_ text: String, continuations: [String]? = nil) -> Bool {
    continuations?.isEmpty != true && faults(in: text, continuations: continuations).isEmpty
  }

  /// The places of the errors in the last statement of `text` that stay whatever follows.
  func faults(in text: String, continuations: [String]? = nil) -> [SourceSpan] {
    let source = SourceText(name: "", text: text)
    guard let open = OpenStatement(source, names: names),
      source.bytes.count - open.start <= Self.mostBytes
    else { return [] }
    var whole: Set<SourceSpan>?
    var unfinished: Set<SourceSpan>?
    for ending in open.endings(continuations) {
      let (findings, isWhole) = findings(text + ending, open)
      if findings.isEmpty { return [] }
      let faults = open.faults(findings)
      // What is wrong in the ending alone says nothing about the text.
      if isWhole, faults.isEmpty { continue }
      if isWhole { whole = whole?.intersection(faults) ?? faults }
      if !isWhole { unfinished = unfinished?.intersection(faults) ?? faults }
    }
    return Array(whole ?? unfinished ?? [])
  }

  /// What is wrong with a text, and whether it parses.
  private func findings(_ text: String, _ open: OpenStatement) -> ([Diagnostic], isWhole: Bool) {
    let source = SourceText(name: "", text: text)
    var parser = ScriptParser(source, startingAt: open.start)
    switch parser.next() {
    case .statement(let statement)?:
      let findings = open.isBound(Self.checked) ? checker.findings(statement) : []
      let rest = statement.span.upperBound < open.end ? parser.next() : nil
      if case .failure(let failures, _)? = rest { return (findings + failures, true) }
      return (findings, true)
    case .failure(let findings, _)?: return (findings, false)
    case .command?, nil: return ([], true)
    }
  }
}

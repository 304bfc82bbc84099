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
  private static let checked: Set<Keyword> = [
    .fetch, .count, .update, .delete, .trace, .watch, .let,
  ]

  /// The candidates behind which the last statement of a text can still become one without errors
  /// other than those that it has already.
  ///
  /// So many texts are tried at most; of the candidates that are left then all are taken.
  func possible(
    _ candidates: [Completion.Candidate],
    behind text: String,
    tries: Int = 3_000
  ) -> [Completion.Candidate] {
    var tries = tries
    // An error may end farther behind once more is written; it begins where it began.
    let known = Set(faults(in: withoutOpenPath(text), tries: &tries).map(\.lowerBound))
    return candidates.filter { candidate in
      candidate.continuations?.isEmpty != true
        && faults(in: text + candidate.text, candidate.continuations, except: known, tries: &tries)
          .isEmpty
    }
  }

  /// `text` without a path at its end that a name must follow: its errors are those of the name.
  private func withoutOpenPath(_ text: String) -> String {
    let source = SourceText(name: "", text: text)
    let tokens = StatementTokens(source).tokens
    guard tokens.last?.isDot == true else { return text }
    var start = tokens.count - 1
    while start >= 2, tokens[start].isDot { start -= 2 }
    let end = tokens[start].isDot ? 0 : tokens[start].span.upperBound
    return source.text(in: SourceSpan(0, end))
  }

  /// The places of the errors in the last statement of `text` that stay whatever follows.
  func faults(in text: String) -> [SourceSpan] {
    var tries = Int.max
    return faults(in: text, tries: &tries)
  }

  /// - Parameters:
  ///   - continuations: Texts of which one comes next; any if nil.
  ///   - known: Where errors begin that do not count.
  ///   - tries: How many texts are tried at most; those that were are taken from it.
  func faults(
    in text: String,
    _ continuations: [String]? = nil,
    except known: Set<Int> = [],
    tries: inout Int
  ) -> [SourceSpan] {
    let source = SourceText(name: "", text: text)
    guard let open = OpenStatement(source, names: names),
      source.bytes.count - open.start <= Self.mostBytes
    else { return [] }
    var whole: Set<SourceSpan>?
    var unfinished: Set<SourceSpan>?
    for ending in open.endings(continuations) {
      if tries <= 0 { return [] }
      tries -= 1
      let (all, isWhole) = findings(text + ending, open)
      // Behind a text that does not parse nothing is known.
      let findings = all.filter { finding in
        !isWhole || finding.primary.map { !known.contains($0.span.lowerBound) } ?? true
      }
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

import Diagnostics
import Session
import Syntax

/// Checks whether a text can still become a statement without errors.
///
/// The text is completed in several ways, and each completion is parsed and bound. An error in all
/// completions cannot be fixed by typing more; an error in only some of them can.
struct ContinuationCheck {
  let checker: StatementChecker
  let names: CompletionNames

  /// Longer statements are not checked, because that would delay typing.
  private static let maxBytes = 4_000

  /// The statements whose expressions are checked.
  private static let checked: Set<Keyword> = [
    .fetch, .count, .update, .delete, .trace, .watch, .let, .do,
  ]

  /// The statements whose members may be missing so far, because more may follow.
  private static let lenient: Set<Keyword> = [.insert, .upsert]

  /// The candidates that leave the last statement of `text` valid, apart from existing errors.
  ///
  /// After `tries` attempts the remaining candidates are accepted unchecked.
  func possible(
    _ candidates: [Completion.Candidate],
    after text: String,
    tries: Int = 3_000
  ) -> [Completion.Candidate] {
    var tries = tries
    // More text may move the end of an error but not its start.
    let known = Set(faults(in: withoutOpenPath(text), tries: &tries).map(\.lowerBound))
    return candidates.filter { candidate in
      candidate.continuations?.isEmpty != true
        && faults(in: text + candidate.text, candidate.continuations, except: known, tries: &tries)
          .isEmpty
    }
  }

  /// `text` without an unfinished path at its end, which causes errors until a name follows.
  private func withoutOpenPath(_ text: String) -> String {
    let source = SourceText(name: "", text: text)
    let tokens = StatementTokens(source).tokens
    guard tokens.last?.isDot == true else { return text }
    var start = tokens.count - 1
    while start >= 2, tokens[start].isDot { start -= 2 }
    let end = tokens[start].isDot ? 0 : tokens[start].span.upperBound
    return source.text(in: SourceSpan(0, end))
  }

  /// The locations of errors in the last statement that no further text can fix.
  func faults(in text: String) -> [SourceSpan] {
    var tries = Int.max
    return faults(in: text, tries: &tries)
  }

  /// - Parameters:
  ///   - continuations: The texts that may come next; nil if anything may.
  ///   - known: The start offsets of errors to ignore.
  ///   - tries: The remaining number of attempts.
  func faults(
    in text: String,
    _ continuations: [String]? = nil,
    except known: Set<Int> = [],
    tries: inout Int
  ) -> [SourceSpan] {
    let source = SourceText(name: "", text: text)
    guard let open = OpenStatement(source, names: names),
      source.bytes.count - open.start <= Self.maxBytes
    else { return [] }
    var whole: Set<SourceSpan>?
    var unfinished: Set<SourceSpan>?
    for ending in open.endings(continuations) {
      if tries <= 0 { return [] }
      tries -= 1
      let (all, isWhole) = findings(text + ending, open)
      // Nothing is known about a text that does not parse.
      let findings = all.filter { finding in
        !isWhole || finding.primary.map { !known.contains($0.span.lowerBound) } ?? true
      }
      if findings.isEmpty { return [] }
      let faults = open.faults(findings)
      // Errors in the ending alone say nothing about the text.
      if isWhole, faults.isEmpty { continue }
      if isWhole { whole = whole?.intersection(faults) ?? faults }
      if !isWhole { unfinished = unfinished?.intersection(faults) ?? faults }
    }
    return Array(whole ?? unfinished ?? [])
  }

  private func findings(_ statement: Statement, _ open: OpenStatement) -> [Diagnostic] {
    if open.isBound(Self.checked) { return checker.findings(statement) }
    guard open.isBound(Self.lenient) else { return [] }
    return checker.findings(statement).filter { finding in
      finding.primary.map { !open.isListOfMembers($0.span) } ?? false
    }
  }

  /// The errors in a text, and whether it parses.
  private func findings(_ text: String, _ open: OpenStatement) -> ([Diagnostic], isWhole: Bool) {
    let source = SourceText(name: "", text: text)
    var parser = ScriptParser(source, startingAt: open.start)
    switch parser.next() {
    case .statement(let statement)?:
      let findings = self.findings(statement, open)
      let rest = statement.span.upperBound < open.end ? parser.next() : nil
      if case .failure(let failures, _)? = rest { return (findings + failures, true) }
      return (findings, true)
    case .failure(let findings, _)?: return (findings, false)
    case .command?, nil: return ([], true)
    }
  }
}

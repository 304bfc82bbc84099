import Diagnostics
import Execution
import Expressions
import Model
import Rendering
import Storage

/// The hint for a fetch without results.
struct NoRowsHint {
  let request: FetchRequest
  let analysis: NoRowsAnalysis
  let texts: FetchTextPrinter

  func blocks() throws -> [ReportBlock]? {
    let total = try analysis.total()
    if total == 0 { return [.remark("\(request.entity) has no records")] }
    if let absent = try missingRecords() { return [.remark(absent)] }
    guard let counts = try analysis.counts(total: total) else {
      return [
        .remark(
          "no hint: counting each condition for \(groupedDigits(total)) records takes too long"
        )
      ]
    }
    guard let culprit = counts.first(where: { $0.left == 0 }) else {
      return afterWhere(counts.isEmpty ? total : counts.last?.left)
    }
    let before = counts.prefix { $0.left != 0 }.last?.left ?? total
    let headline = ReportBlock.remark(headline(culprit, before: before, total: total))
    // The headline shows a single condition.
    if counts.count == 1 { return [headline] + (try near(culprit).map { [.remark($0)] } ?? []) }
    return [headline, .tree(try counts.map { try tree($0, total: total) })]
  }

  /// `there is no Budget#99`, if none of the records named by the conditions exists.
  private func missingRecords() throws -> String? {
    guard let named = request.predicate?.selectedRecords, let last = named.last, named.count <= 5,
      try named.allSatisfy({ try analysis.executor.reference(to: $0, in: request.entity) == nil })
    else { return nil }
    return "there is no "
      + named.dropLast().map { "\($0), " }.joined() + (named.count > 1 ? "and no " : "")
      + last.description
  }

  private func headline(
    _ culprit: NoRowsAnalysis.ConditionCount,
    before: Int,
    total: Int
  ) -> String {
    let text = texts.text(of: culprit.condition)
    if culprit.alone == 0 { return "`\(text)` matches none of \(counted(total, "record"))" }
    return
      "`\(text)` eliminated the last \(groupedDigits(before)): no record satisfies all conditions"
  }

  /// `spent > limit   5 of 12, then 5 left`
  private func tree(_ count: NoRowsAnalysis.ConditionCount, total: Int) throws -> ReportTree {
    ReportTree(
      texts.text(of: count.condition),
      detail: detail(count, total),
      role: .dim,
      remark: try near(count)
    )
  }

  private func near(_ count: NoRowsAnalysis.ConditionCount) throws -> String? {
    guard count.alone == 0 else { return nil }
    return try NearMatch(analysis: analysis, texts: texts).hint(count.condition)
  }

  private func detail(_ count: NoRowsAnalysis.ConditionCount, _ total: Int) -> String {
    let alone = count.alone.map { "\(groupedDigits($0)) of \(groupedDigits(total))" }
    let left = count.left.map { ", then \(groupedDigits($0)) left" }
    return (alone ?? "fails for a record") + (left ?? "")
  }

  /// Which clause eliminated the records that match the conditions.
  private func afterWhere(_ found: Int?) -> [ReportBlock]? {
    guard let found else { return nil }
    let noun = counted(found, "record") + (request.predicate == nil ? "" : " found by where")
    if let condition = request.groupPredicate {
      return [.remark("`having \(texts.text(of: condition))` matches no group of \(noun)")]
    }
    if request.offset > 0 {
      return [.remark("`offset \(request.offset)` skips all of \(noun)")]
    }
    return nil
  }
}

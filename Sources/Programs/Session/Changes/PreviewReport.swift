package import Context
import Diagnostics
import Model
package import Rendering
import Storage

/// Describes what a statement would do: the number of changes, the records, and the problems.
package struct PreviewReport {
  private let preview: ChangePreview
  /// `delete 3 records`
  private let message: String

  package init(_ preview: ChangePreview, message: String) {
    self.preview = preview
    self.message = message
  }

  package var report: Report {
    var sections = [
      Report.Section("", [.source(["this would \(message) (nothing changed)"])])
    ]
    if !preview.records.isEmpty { sections.append(.init("records", recordBlocks)) }
    if !preview.problems.isEmpty { sections.append(.init("rejected", problems)) }
    var report = Report(sections)
    report.isRejected = !preview.problems.isEmpty
    return report
  }

  private var problems: [ReportBlock] {
    let lines = preview.problems.map { problem in
      let isNew = problem.record.map(preview.newRecords.contains) ?? false
      return ReportBlock.source([ChangeProblemWording.message(problem, isNew: isNew)])
    }
    let rest = preview.problemCount - preview.problems.count
    return lines + (rest > 0 ? [.remark(counted(rest, "more problem"))] : [])
  }

  private var recordBlocks: [ReportBlock] {
    let shown = preview.records.count
    if shown == preview.recordCount { return [.tree(records)] }
    return [
      .tree(records),
      .remark("the first \(groupedDigits(shown)) of \(counted(preview.recordCount, "record"))"),
    ]
  }

  /// The records; those deleted by cascade are below their owners.
  private var records: [ReportTree] {
    let changes = preview.records
    let known = Set(changes.map(\.record))
    let children = Dictionary(
      grouping: changes.filter { parent(of: $0.record, in: known) != nil },
      by: { parent(of: $0.record, in: known) }
    )
    return changes.filter { parent(of: $0.record, in: known) == nil }
      .map { tree($0, children: children) }
  }

  private func parent(of record: RecordID, in known: Set<RecordID>) -> RecordID? {
    preview.causes[record].map(\.owner).flatMap { known.contains($0) ? $0 : nil }
  }

  private func tree(
    _ change: RecordChange,
    children: [RecordID?: [RecordChange]]
  ) -> ReportTree {
    ReportTree(
      change.record.description,
      detail: detail(change),
      children: (children[change.record] ?? []).map { tree($0, children: children) }
    )
  }

  private func detail(_ change: RecordChange) -> String {
    let cause = preview.causes[change.record].map { ", with \($0.owner) by `\($0.relationship)`" }
    switch change.action {
    case .deleted:
      return "deleted" + (cause ?? "")
    case .inserted:
      return
        (change.values.map { "\($0.property): \(FailureWording.text($0.new))" }
        + ChangeWording.members(change)).joined(separator: ", ")
    case .updated:
      let values = change.values.map {
        "\($0.property): \(FailureWording.text($0.old)) → \(FailureWording.text($0.new))"
      }
      let links = change.links.map {
        "\($0.relationship) \($0.isAdded ? "+=" : "-=") \($0.member)"
      }
      return (values + links).joined(separator: ", ")
    }
  }
}

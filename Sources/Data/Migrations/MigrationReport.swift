import Binding
import Model
import Rendering

/// A report of what a migration would do, stage by stage.
struct MigrationReport {
  private let run: MigrationRun
  /// The version of the store.
  private let present: VersionNumber?

  init(_ run: MigrationRun, from present: VersionNumber?) {
    self.run = run
    self.present = present
  }

  var report: Report {
    var before = present
    var sections: [Report.Section] = []
    for stage in run.stages {
      let title = "\(before.map { "version \($0)" } ?? "no version") → version \(stage.number)"
      sections.append(Report.Section(title, blocks(stage)))
      before = stage.number
    }
    sections.append(Report.Section("summary", end))
    return Report(sections)
  }

  private func blocks(_ stage: StagePlan) -> [ReportBlock] {
    let counts = Dictionary(
      keepingFirst: (stage.counts + stage.kindCounts).map { ($0.entity, $0.count) }
    )
    let names = (stage.counts + stage.kindCounts).map(\.entity) + stage.schema.entities.map(\.name)
    var seen: Set<String> = []
    let trees = (names + stage.notes.map(\.entity)).filter { seen.insert($0).inserted }
      .compactMap { name -> ReportTree? in
        let own = stage.notes.filter { $0.entity == name }
        let count = counts[name].map { counted($0, "record") } ?? ""
        if own.isEmpty, counts[name] == nil { return nil }
        return ReportTree(
          name,
          detail: count,
          children: own.map { ReportTree($0.member ?? "the model", detail: $0.fact.text) }
        )
      }
    let queries = stage.queries.filter(\.isChanged).map {
      ReportTree("`\($0.query.fullName)`", detail: "updated for the new names")
    }
    // Separate lines, because losses are described in full.
    let lines =
      stage.losses.map { "loss: \($0.sentence)" } + stage.problems.map { "refused: \($0.sentence)" }
    return [.tree(trees + queries)] + (lines.isEmpty ? [] : [.source(lines)])
  }

  private var end: [ReportBlock] {
    // A read-only store cannot be migrated up to the first stage.
    guard !run.stages.isEmpty else {
      return [
        .source(["losses cannot be determined in a read-only store"]),
        .remark("this version first renames models or cases"),
        .remark("nothing was changed"),
      ]
    }
    let losses = run.stages.reduce(0) { $0 + $1.losses.count }
    let problems = run.stages.flatMap(\.problems)
    var blocks: [ReportBlock] = []
    if run.isIncomplete {
      blocks.append(.remark("later versions were not checked"))
    }
    if !problems.isEmpty {
      blocks.append(.source(["\(counted(problems.count, "problem")) to solve"]))
      blocks += Set(problems.compactMap(\.help)).sorted().map { .remark($0) }
    } else if losses > 0 {
      blocks.append(
        .source(["\(losses == 1 ? "1 loss" : "\(losses) losses"), which `allow loss` permits"])
      )
    } else {
      blocks.append(.source(["nothing would be lost"]))
    }
    return blocks + [.remark("nothing was changed")]
  }
}

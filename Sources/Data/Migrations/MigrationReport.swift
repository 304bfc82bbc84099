import Binding
import Model
import Rendering

/// What a migration would do, in words, stage by stage.
struct MigrationReport {
  private let run: MigrationRun
  /// The version that the store has.
  private let present: Int?

  init(_ run: MigrationRun, from present: Int?) {
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
    sections.append(Report.Section("in the end", end))
    return Report(sections)
  }

  private func blocks(_ stage: StagePlan) -> [ReportBlock] {
    let counts = Dictionary(
      (stage.counts + stage.kindCounts).map { ($0.entity, $0.count) },
      uniquingKeysWith: { first, _ in first }
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
      ReportTree("`\($0.query.fullName)`", detail: "follows the new names")
    }
    // Lines, since what is lost is told in full.
    let lines =
      stage.losses.map { "loss: \($0.sentence)" } + stage.problems.map { "refused: \($0.sentence)" }
    return [.tree(trees + queries)] + (lines.isEmpty ? [] : [.source(lines)])
  }

  private var end: [ReportBlock] {
    // A store that cannot be written has no way to try out what comes before the first stage.
    guard !run.stages.isEmpty else {
      return [
        .source(["what would be lost can be told only where the store may be written"]),
        .remark("models, cases or records get other names or places before anything else"),
        .remark("nothing was changed"),
      ]
    }
    let losses = run.stages.reduce(0) { $0 + $1.losses.count }
    let problems = run.stages.flatMap(\.problems)
    var blocks: [ReportBlock] = []
    if run.isCutShort {
      blocks.append(.remark("versions behind that were not looked at"))
    }
    if !problems.isEmpty {
      blocks.append(.source(["\(counted(problems.count, "obstacle")) in the way"]))
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

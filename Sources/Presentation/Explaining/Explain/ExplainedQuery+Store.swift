import Diagnostics
import Execution
import Model
import Planning
import Rendering
import Storage

/// What the store was asked in its own language, and how it answers.
extension ExplainedQuery {
  /// An index is advised where less than one record in so many is found.
  private static let fewOf = 4

  /// The store's statement, what is bound to it, the store's own plan, and an index that it lacks.
  func storeSection(_ profile: ExecutionProfile?) -> Report.Section? {
    guard let store else { return nil }
    var blocks: [ReportBlock] = [.source(store.statement)]
    if !store.bindings.isEmpty {
      let bindings = store.bindings.enumerated().map { ReportTree("?\($0 + 1) = \($1)") }
      blocks.append(.tree([ReportTree("bindings", children: bindings)]))
    }
    if !store.steps.isEmpty {
      blocks.append(.tree([ReportTree("query plan", children: Self.trees(store.steps[...]))]))
    }
    if let advice = advice(store, profile) { blocks.append(.remark(advice)) }
    return Report.Section(store.language, blocks)
  }

  /// The steps as trees, by their depths.
  private static func trees(_ steps: ArraySlice<StoreExplanation.Step>) -> [ReportTree] {
    var trees: [ReportTree] = []
    var rest = steps
    while let first = rest.popFirst() {
      let inner = rest.prefix { $0.depth > first.depth }
      rest = rest.dropFirst(inner.count)
      trees.append(ReportTree(first.text, children: Self.trees(inner)))
    }
    return trees
  }

  /// What to declare where the store looks at all records for a few of them; without figures of a run
  /// wherever it looks at all.
  private func advice(_ store: StoreExplanation, _ profile: ExecutionProfile?) -> String? {
    guard !store.wantedIndex.isEmpty, let query = plan.innermostQuery else { return nil }
    let index = "index (\(store.wantedIndex.joined(separator: ", ")))"
    let help = "`extend \(query.entity) { \(index) }` would spare that"
    guard let profile else { return "all records of \(query.entity) are looked at; \(help)" }
    guard let found = profile.figures(of: .scan(query))?.rows,
      found < recordCount / Self.fewOf
    else { return nil }
    return "\(counted(recordCount, "record")) of \(query.entity) were looked at for "
      + "\(counted(found, "record")); \(help)"
  }
}

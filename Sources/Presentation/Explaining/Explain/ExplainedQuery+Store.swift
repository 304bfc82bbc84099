import Diagnostics
import Execution
import Expressions
import Model
import Planning
import Rendering
import Storage

/// The part of the query that the store evaluates.
extension ExplainedQuery {
  /// Suggest an index if fewer than one in this many records match.
  private static let fewOf = 4

  /// The store's statement, its bindings and plan, and a suggested index.
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

  /// The steps as trees, nested by depth.
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

  /// Suggests an index if the store reads all records to find a few; without a run, if it reads
  /// all.
  private func advice(_ store: StoreExplanation, _ profile: ExecutionProfile?) -> String? {
    if store.isRemote, sortsLexically {
      let keys = request.sort.filter { $0.expression.type == .string }
      let orders = keys.map { "`\(texts.text(of: $0.expression)) using lexical`" }
      return "all these records are transferred, to be sorted in the standard order;  "
        + "`sort` by \(orders.joined(separator: ", ")) to let the server sort"
    }
    guard !store.wantedIndex.isEmpty, let query = plan.innermostQuery else { return nil }
    let index = "index (\(store.wantedIndex.joined(separator: ", ")))"
    let help = "`extend \(query.entity) { \(index) }` would avoid that"
    guard let profile else { return "reads all records of \(query.entity);  \(help)" }
    guard let found = profile.figures(of: .scan(query))?.rows,
      found < recordCount / Self.fewOf
    else { return nil }
    return "read \(counted(recordCount, "record")) of \(query.entity) to find "
      + "\(groupedDigits(found)); \(help)"
  }
}

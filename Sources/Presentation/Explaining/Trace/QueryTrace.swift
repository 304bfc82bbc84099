import Diagnostics
import Execution
import Expressions
import Model
import Planning
import Rendering
import Storage

/// The sections of a trace.
package struct QueryTrace {
  let request: FetchRequest
  let plan: Plan
  let snapshot: any StoreSnapshot
  let executor: Executor
  let context: EvaluationContext
  let texts: FetchTextPrinter
  let schema: Schema
  let most: Int
  /// The most matching records to trace if none of the first candidates matches.
  private static let maxFound = 3

  func sections() throws -> [Report.Section] {
    [try candidates()] + (try order())
  }

  private var evaluator: ScalarEvaluator<SnapshotRecords> {
    ScalarEvaluator(source: executor.records, context: context)
  }

  private var labels: RecordLabels {
    RecordLabels(
      schema: schema,
      records: executor.records,
      reference: { try snapshot.reference(to: $0) }
    )
  }

  // MARK: - Candidates

  private func candidates() throws -> Report.Section {
    let total = try snapshot.count(of: request.entity)
    guard total > 0 else { return remark("candidates", "\(request.entity) has no records") }
    guard let predicate = orderedPredicate else {
      let found = total == 1 ? "the only record is" : "all \(groupedDigits(total)) records are"
      return remark("candidates", "no where: \(found) found")
    }
    if let named = predicate.selectedRecords { return try candidates(named, predicate) }
    let (references, foundCount) = try traced(predicate)
    var blocks: [ReportBlock] = [.remark(counts(total, foundCount))]
    blocks += try others(than: references).map { [.remark($0)] } ?? []
    return Report.Section("candidates", blocks + (try trees(predicate, references)))
  }

  /// Traces the records that the condition names.
  private func candidates(
    _ named: [RecordID],
    _ predicate: TypedExpression
  ) throws -> Report.Section {
    let shown = named.prefix(most)
    let references = try shown.map { try executor.reference(to: $0, in: request.entity) }
    let absent = zip(shown, references).filter { $1 == nil }.map { "there is no \($0.0)" }
    var notes = absent
    let present = references.compactMap(\.self)
    if !present.isEmpty {
      notes.insert(
        "the condition names \(counted(named.count, "record")) of \(request.entity)",
        at: 0
      )
    }
    if named.count > most {
      notes.append("traces the first \(most)")
    }
    return Report.Section(
      "candidates",
      notes.map { .remark($0) } + (try trees(predicate, present))
    )
  }

  private func trees(
    _ predicate: TypedExpression,
    _ references: [Int64]
  ) throws -> [ReportBlock] {
    try references.flatMap { reference -> [ReportBlock] in
      let id = try executor.records.recordID(entity: request.entity, reference: reference)
      return [.gap, .tree([try tree(predicate, reference, id).tree])]
    }
  }

  /// How to trace other records; nil if all are shown.
  private func others(than shown: [Int64]) throws -> String? {
    let scan = Plan.scan(entity: request.entity)
    let first = try executor.references(of: scan, first: most + 1).prefix(most + 1)
    guard let other = first.last(where: { !shown.contains($0) }) else { return nil }
    let id = try executor.records.recordID(entity: request.entity, reference: other)
    return "`trace fetch \(id) …` traces a single record"
  }

  /// How the condition evaluates for one record, and whether it is found; nil if the record does
  /// not exist or is of another model.
  func tree(of id: RecordID) throws -> (tree: ReportTree, isFound: Bool)? {
    guard id.entity == request.entity, let reference = try snapshot.reference(to: id) else {
      return nil
    }
    guard let predicate = orderedPredicate else { return (ReportTree(labels.label(id)), true) }
    return try tree(predicate, reference, id)
  }

  private func tree(
    _ predicate: TypedExpression,
    _ reference: Int64,
    _ id: RecordID
  ) throws -> (tree: ReportTree, isFound: Bool) {
    let tracer = TraceEvaluator(source: executor.records, context: context)
    let node = try tracer.trace(predicate, scopes: [reference])
    return (tree(node, labels.label(id)), node.outcome.isTrue)
  }

  private func tree(_ node: TraceNode, _ label: String) -> ReportTree {
    ReportTree(
      label,
      detail: node.outcome.isTrue ? "match" : "no match",
      role: node.outcome.isTrue ? .help : .warning,
      children: [TraceTree(texts: texts, labels: labels).tree(node)]
    )
  }

  /// The first records; if none of them matches, the last ones are replaced by matching records.
  private func traced(
    _ predicate: TypedExpression
  ) throws -> (references: [Int64], foundCount: Int) {
    let scan = Plan.scan(entity: request.entity)
    let first = try executor.references(of: scan, first: most).prefix(most)
    if first.count < most { return (Array(first), 0) }
    let found = try? executor.references(of: .filter(predicate.conjuncts, scan), first: 1)
    guard let found, let earliest = found.first, !first.contains(earliest) else {
      return (Array(first), 0)
    }
    let shown = found.prefix(Self.maxFound)
    return (first.dropLast(shown.count) + shown, shown.count)
  }

  private func counts(_ total: Int, _ foundCount: Int) -> String {
    let noun = "\(counted(total, "record")) of \(request.entity)"
    if total <= most { return "\(noun), all traced" }
    let found =
      switch foundCount {
      case 0: ""
      case 1: " and the first match"
      default: " and the first \(foundCount) matches"
      }
    return "\(noun); traces the first \(most - foundCount)\(found)"
  }

  /// The conditions in the order of evaluation.
  private var orderedPredicate: TypedExpression? {
    guard let predicate = request.predicate else { return nil }
    let conjuncts = OrderConjuncts.ordered(predicate.conjuncts)
    return conjuncts.dropFirst().reduce(conjuncts.first) { all, next in
      all.map { TypedExpression(.and($0, next), .bool) }
    }
  }

  private func remark(_ title: String, _ text: String) -> Report.Section {
    Report.Section(title, [.remark(text)])
  }

  // MARK: - Order

  private var sortTrace: SortTrace {
    SortTrace(keys: request.sort, texts: texts, labels: labels, evaluator: evaluator)
  }

  /// The values of the sort keys for one record; nil if it does not exist or is of another model.
  func sortKeys(of id: RecordID) throws -> String? {
    guard id.entity == request.entity, let reference = try snapshot.reference(to: id) else {
      return nil
    }
    return try sortTrace.keyText(of: reference)
  }

  private func order() throws -> [Report.Section] {
    if request.grouping != nil {
      let text = "trace shows the records before they are grouped"
      return [remark("groups", text)]
    }
    if !request.windows.isEmpty {
      return [remark("windows", "trace shows the records before their windows are computed")]
    }
    if request.sort.isEmpty { return [] }
    let found = try executor.references(of: plan, first: nil)
    let rows = try found.prefix(most).map {
      (id: try executor.records.recordID(entity: request.entity, reference: $0), reference: $0)
    }
    var blocks: [ReportBlock] = [.tree(try sortTrace.trees(rows))]
    if found.isEmpty { blocks = [.remark("no records to sort")] }
    if found.count > most {
      blocks.append(.remark("\(counted(found.count - most, "more row")) not shown"))
    }
    let keys = request.sort.map { texts.text(of: $0) }.joined(separator: ", ")
    return [Report.Section("sort \(keys)", blocks)]
  }
}

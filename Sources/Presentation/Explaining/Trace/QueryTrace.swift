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
  /// So many found records are traced where the first candidates are all left out.
  private static let mostFound = 3
  /// What stands beside a record for which the condition holds.
  package static let found = "found"

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
    if let named = predicate.namedRecords { return try candidates(named, predicate) }
    let (references, foundCount) = try traced(predicate)
    var blocks: [ReportBlock] = [.remark(counts(total, foundCount))]
    blocks += try others(than: references).map { [.remark($0)] } ?? []
    return Report.Section("candidates", blocks + (try trees(predicate, references)))
  }

  /// The records that the condition names, as no other can satisfy it.
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
      notes.append("the first \(most) of them are traced")
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
      return [.gap, .tree([try tree(predicate, reference, id)])]
    }
  }

  /// How a record is traced that the `shown` ones leave out; nil where they are all.
  private func others(than shown: [Int64]) throws -> String? {
    let scan = Plan.scan(entity: request.entity)
    let first = try executor.references(of: scan, first: most + 1).prefix(most + 1)
    guard let other = first.last(where: { !shown.contains($0) }) else { return nil }
    let id = try executor.records.recordID(entity: request.entity, reference: other)
    return "`trace fetch \(id) …` traces another one"
  }

  /// How the condition comes out for one record; nil where there is none, or it is no
  /// record of the model that is asked.
  func tree(of id: RecordID) throws -> ReportTree? {
    guard id.entity == request.entity, let reference = try snapshot.reference(to: id) else {
      return nil
    }
    guard let predicate = orderedPredicate else { return ReportTree(labels.label(id)) }
    return try tree(predicate, reference, id)
  }

  private func tree(
    _ predicate: TypedExpression,
    _ reference: Int64,
    _ id: RecordID
  ) throws -> ReportTree {
    let tracer = TraceEvaluator(source: executor.records, context: context)
    return tree(try tracer.trace(predicate, scopes: [reference]), labels.label(id))
  }

  private func tree(_ node: TraceNode, _ label: String) -> ReportTree {
    ReportTree(
      label,
      detail: node.outcome.isTrue ? Self.found : "left out",
      role: node.outcome.isTrue ? .help : .warning,
      children: [TraceTree(texts: texts, labels: labels).tree(node)]
    )
  }

  /// The first records; where none of them is found, some that are stand in for the last.
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
    let shown = found.prefix(Self.mostFound)
    return (first.dropLast(shown.count) + shown, shown.count)
  }

  private func counts(_ total: Int, _ foundCount: Int) -> String {
    let noun = "\(counted(total, "record")) of \(request.entity)"
    if total <= most { return "\(noun), each against the predicate" }
    let found =
      switch foundCount {
      case 0: ""
      case 1: " and the first that is found"
      default: " and the first \(foundCount) that are found"
      }
    let others = total - most
    return "\(noun); the first \(most - foundCount)\(found) are traced, "
      + (others == 1 ? "the other one is not" : "the other \(groupedDigits(others)) are not")
  }

  /// The conditions in the order in which they are tested.
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

  /// The values of the sort keys for one record; nil where it is no record of the model that is asked.
  func sortKeys(of id: RecordID) throws -> String? {
    guard id.entity == request.entity, let reference = try snapshot.reference(to: id) else {
      return nil
    }
    return try sortTrace.keyText(of: reference)
  }

  private func order() throws -> [Report.Section] {
    if request.grouping != nil {
      let text = "the records that are found go into groups; trace shows them before that"
      return [remark("groups", text)]
    }
    if request.sort.isEmpty { return [] }
    let found = try executor.references(of: plan, first: nil)
    let rows = try found.prefix(most).map {
      (id: try executor.records.recordID(entity: request.entity, reference: $0), reference: $0)
    }
    var blocks: [ReportBlock] = [.tree(try sortTrace.trees(rows))]
    if found.isEmpty { blocks = [.remark("nothing was found, so there is nothing to sort")] }
    if found.count > most {
      blocks.append(.remark("\(counted(found.count - most, "more row")) left out"))
    }
    let keys = request.sort.map { texts.text(of: $0) }.joined(separator: ", ")
    return [Report.Section("sort \(keys)", blocks)]
  }
}

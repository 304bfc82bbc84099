import Binding
import Diagnostics
import Execution
import Expressions
import Model
import Planning
import Rendering
import Storage
import Syntax

/// `trace`: how the predicate of a fetch comes out for single records.
extension QuerySession {
  /// So many candidates, and so many sorted rows, are shown.
  private static let most = 10

  func trace(_ query: QuerySyntax) throws -> StatementOutcome {
    // Of a query over the rows of another one, the records of that one are traced.
    let request = try binder.bindFetch(query).innermost
    let plan = Planner(store: store).plan(request)
    let context = settings.evaluationContext()
    let snapshot = try store.snapshot()
    let executor = Executor(
      snapshot: snapshot,
      evaluation: context,
      cancellation: cancellation
    )
    let trace = QueryTrace(
      request: request,
      plan: plan,
      snapshot: snapshot,
      executor: executor,
      context: context,
      texts: texts(of: request),
      schema: schema,
      most: Self.most
    )
    return .report(Report(try trace.sections()))
  }
}

/// The sections of a trace.
struct QueryTrace {
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
      evaluator: evaluator,
      reference: { try snapshot.reference(to: $0) }
    )
  }

  // MARK: - Candidates

  private func candidates() throws -> Report.Section {
    let total = try snapshot.count(of: request.entity)
    guard let predicate = orderedPredicate else {
      let text = "no where: all \(total) records are found"
      return Report.Section("candidates", [.remark(text)])
    }
    let (references, foundCount) = try traced(predicate)
    var blocks: [ReportBlock] = [.remark(counts(total, foundCount))]
    let tracer = TraceEvaluator(source: executor.records, context: context)
    for reference in references {
      let node = try tracer.trace(predicate, scopes: [reference])
      let id = try executor.records.recordID(entity: request.entity, reference: reference)
      blocks += [.gap, .tree([tree(node, labels.label(id))])]
    }
    return Report.Section("candidates", blocks)
  }

  private func tree(_ node: TraceNode, _ label: String) -> ReportTree {
    ReportTree(
      label,
      detail: node.outcome.isTrue ? "found" : "left out",
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
    let noun = "\(groupedDigits(total)) record\(total == 1 ? "" : "s") of \(request.entity)"
    if total <= most { return "\(noun), each against the predicate" }
    let found = foundCount == 0 ? "" : " and the first \(foundCount) that are found"
    return "\(noun); the first \(most - foundCount)\(found) are traced, "
      + "the other \(groupedDigits(total - most)) are not"
  }

  /// The conditions in the order in which they are tested.
  private var orderedPredicate: TypedExpression? {
    guard let predicate = request.predicate else { return nil }
    let conjuncts = OrderConjuncts.ordered(predicate.conjuncts)
    return conjuncts.dropFirst().reduce(conjuncts.first) { all, next in
      all.map { TypedExpression(.and($0, next), .bool) }
    }
  }

  // MARK: - Order

  private func order() throws -> [Report.Section] {
    if request.grouping != nil {
      let text = "the records that are found go into groups; trace shows them before that"
      return [Report.Section("groups", [.remark(text)])]
    }
    if request.sort.isEmpty { return [] }
    let found = try executor.references(of: plan, first: nil)
    let rows = try found.prefix(most).map {
      (id: try executor.records.recordID(entity: request.entity, reference: $0), reference: $0)
    }
    let trace = SortTrace(keys: request.sort, texts: texts, labels: labels, evaluator: evaluator)
    var blocks: [ReportBlock] = [.tree(try trace.trees(rows))]
    if found.isEmpty { blocks = [.remark("nothing was found, so there is nothing to sort")] }
    if found.count > most {
      blocks.append(.remark("\(groupedDigits(found.count - most)) more rows are left out"))
    }
    let keys = request.sort.map { texts.text(of: $0) }.joined(separator: ", ")
    return [Report.Section("sort \(keys)", blocks)]
  }
}

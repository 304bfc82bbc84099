import Diagnostics
import Execution
import Expressions
import Model
import Planning
import Rendering
import Storage
import SwiftSource

/// A bound query with everything needed to explain it.
struct ExplainedQuery {
  let request: FetchRequest
  let isCount: Bool
  /// Whether the query has a `select`.
  let selects: Bool
  let plan: Plan
  /// How the store evaluates its part; nil if it does not say.
  let store: StoreExplanation?
  /// Whether the store would sort if strings were in the lexical order.
  let sortsLexically: Bool
  /// The number of records of the model.
  let recordCount: Int
  let schema: Schema
  let context: EvaluationContext
  let texts: FetchTextPrinter

  /// The bound conditions and keys with their types.
  var boundSection: Report.Section {
    let tree = BoundTree(texts: texts)
    var roots: [ReportTree] = []
    if let predicate = request.predicate {
      roots.append(ReportTree("where", children: [tree.tree(predicate)]))
    }
    if let grouping = request.grouping, !grouping.keys.isEmpty {
      roots.append(ReportTree("group by", children: grouping.keys.map { tree.tree($0) }))
    }
    if let condition = request.groupPredicate {
      roots.append(ReportTree("having", children: [tree.tree(condition)]))
    }
    if selects || request.grouping != nil {
      let columns = request.columns.map { column in
        ReportTree("\(column.name):", children: [tree.tree(column.expression)])
      }
      roots.append(ReportTree("select", children: columns))
    }
    if !request.sort.isEmpty {
      roots.append(ReportTree("sort", children: request.sort.map { sortKey($0, tree) }))
    }
    if roots.isEmpty { roots.append(ReportTree("all records of \(request.entity)")) }
    return Report.Section("bound", [.tree(roots)])
  }

  private func sortKey(_ key: SortKey, _ tree: BoundTree) -> ReportTree {
    var node = tree.tree(key.expression)
    var words = [key.isDescending ? "descending" : "ascending"]
    words.append("nil \(key.nullsFirst ? "first" : "last")")
    if key.expression.type == .string { words.append("\(key.order.rawValue) order") }
    node.remark = words.joined(separator: ", ")
    return node
  }

  /// The steps of the plan and the reasons, with figures if the plan was run.
  func planSection(_ profile: ExecutionProfile?) -> Report.Section {
    let isRemote = store?.isRemote ?? false
    let steps = PlanPrinter(texts: texts, request: request, isRemote: isRemote).steps(of: plan)
    let nodes = steps.enumerated().map { index, step in
      ReportTree(
        "\(index + 1). \(step.text)",
        detail: figures(step, profile) ?? step.place.rawValue,
        role: profile == nil ? .entity : .number,
        children: step.reasons.map { ReportTree($0) }
      )
    }
    return Report.Section("plan", [.tree(nodes)])
  }

  /// `12 rows, 0.1 ms`
  private func figures(_ step: PlanStep, _ profile: ExecutionProfile?) -> String? {
    guard let figures = profile?.figures(of: step.source, condition: step.condition) else {
      if profile == nil { return nil }
      return store?.isRemote == true && step.place == .store ? "run by the server" : "did not run"
    }
    return "\(counted(figures.rows, "row")), \(elapsedText(figures.time))"
  }

  // MARK: - Swift

  /// The innermost query, about records of the store.
  private var stored: FetchRequest { request.innermost }

  private var conjuncts: [TypedExpression] { stored.predicate?.conjuncts ?? [] }

  /// The query in Swift for SwiftData.
  var swiftSection: Report.Section {
    var query = SwiftQuery(entity: stored.entity)
    query.conjuncts = conjuncts
    let readsRecords = stored.grouping == nil && stored.windows.isEmpty
    query.sort = readsRecords ? stored.sort : []
    query.foreignClauses = foreignClauses
    query.limit = stored.limitKeys.isEmpty ? stored.limit : nil
    query.offset = stored.limitKeys.isEmpty ? stored.offset : 0
    query.columns =
      selects && !request.queriesRows && readsRecords
      ? stored.columns.map(\.expression) : nil
    query.isCount = isCount
    let printed = SwiftQueryPrinter(schema: schema, texts: texts, context: context).print(query)
    var blocks: [ReportBlock] = [.source(printed.lines)]
    if !printed.omissions.isEmpty {
      blocks.append(.remark("omitted, because SwiftData cannot express it:"))
      blocks.append(.tree(printed.omissions.map { ReportTree("· \($0.part)", remark: $0.reason) }))
    }
    return Report.Section("Swift", blocks)
  }

  private var foreignClauses: [String] {
    var clauses = request.queriesRows ? ["the outer query"] : []
    if let grouping = stored.grouping {
      clauses.append(grouping.keys.isEmpty ? "select of aggregates" : "group by")
    }
    if stored.groupPredicate != nil { clauses.append("having") }
    if !stored.windows.isEmpty { clauses.append("windows") }
    if !stored.limitKeys.isEmpty { clauses.append("limit per group") }
    return stored.isDistinct ? clauses + ["distinct"] : clauses
  }
}

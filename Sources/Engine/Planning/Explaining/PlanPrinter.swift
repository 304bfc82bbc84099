public import Expressions
import Model
public import Storage

/// Describes the steps of a plan and their reasons.
public struct PlanPrinter {
  private let texts: FetchTextPrinter
  /// The conditions in written order.
  private let written: [TypedExpression]
  /// The conditions that the store tests.
  private var pushed: [TypedExpression] = []

  /// Whether there are conditions of records.
  private let hasConditions: Bool
  /// The conditions of groups that the store uses to return fewer groups.
  private var pushedGroups: [TypedExpression] = []

  /// Whether reasons say why the store does not do a step.
  private let isRemote: Bool

  /// Creates a printer for the plan of `request`. If the store is remote, it also says why the
  /// engine does its steps.
  public init(texts: FetchTextPrinter, request: FetchRequest, isRemote: Bool = false) {
    self.texts = texts
    self.isRemote = isRemote
    hasConditions = request.predicate != nil
    written = [request.predicate, request.groupPredicate].flatMap { $0?.conjuncts ?? [] }
  }

  /// The steps of `plan`, the scan first.
  public func steps(of plan: Plan) -> [PlanStep] {
    var printer = self
    printer.pushed = plan.innermostQuery?.conditions ?? []
    printer.pushedGroups = plan.innermostQuery?.groupConditions ?? []
    return printer.steps(plan, columns: PlanColumns(plan).names)
  }

  private func steps(_ plan: Plan, columns: [String]) -> [PlanStep] {
    switch plan {
    case .scan(let query):
      [step("scan \(query.entity)", scanReasons(query, columns), plan, .store)]
    case .rows(let inner, let name):
      steps(inner, columns: PlanColumns(inner).names)
        + [
          step(
            name.hasPrefix("@") ? "\(name.dropFirst())" : "rows of \(name)",
            ["the query above runs first; its rows stay in memory"],
            plan
          )
        ]
    case .filter(let conjuncts, let input):
      steps(input, columns: columns) + conditions(conjuncts, plan)
    case .group(let grouping, let input):
      steps(input, columns: columns) + [
        step(
          "group by \(list(grouping.keys.map { texts.text(of: $0) }))"
            + (grouping.hasTotals ? " with totals" : ""),
          groupReasons(grouping) + storeReasons(grouping, input),
          plan
        )
      ]
    case .window(let windows, let input):
      steps(input, columns: columns) + [
        step(
          "window \(list(windows.map { texts.text(of: $0) }))",
          windowReasons(windows),
          plan
        )
      ]
    case .slicePer(let keys, let offset, let limit, let input):
      steps(input, columns: columns) + [
        step(
          slice(offset, limit, per: keys),
          sliceReasons(input),
          plan
        )
      ]
    case .distinct(_, let input):
      steps(input, columns: columns) + [
        step("distinct", ["keeps the first of the rows with equal columns"], plan)
      ]
    case .sort(let keys, let keep, let input):
      steps(input, columns: columns) + [
        step(
          "sort \(list(keys.map { texts.text(of: $0) }))",
          sortReasons(keys, keep) + storeReasons(keys, input),
          plan
        )
      ]
    case .slice(let offset, let limit, let input):
      steps(input, columns: columns) + [step(slice(offset, limit), [], plan)]
    case .project(let shown, let input):
      steps(input, columns: columns) + (shown.isEmpty ? [] : [show(shown.map(\.name), plan)])
    }
  }

  private func step(
    _ text: String,
    _ reasons: [String],
    _ plan: Plan,
    _ place: PlanStep.Place = .engine,
    condition: Int? = nil
  ) -> PlanStep {
    PlanStep(text: text, place: place, reasons: reasons, source: plan, condition: condition)
  }

  private func list(_ texts: [String]) -> String { texts.joined(separator: ", ") }

  // MARK: - Scan

  private func scanReasons(_ query: StoreQuery, _ columns: [String]) -> [String] {
    let columnsReason =
      columns.isEmpty
      ? "no columns are needed"
      : "reads the column\(columns.count == 1 ? "" : "s") \(list(columns))"
    var reasons = [columnsReason]
    if hasConditions, query.conditions.isEmpty {
      reasons.append("the store tests no conditions; the engine does")
    }
    reasons += query.conditions.map { "tests \(texts.text(of: $0))" }
    if !query.sort.isEmpty {
      let keys = query.sort.map { texts.text(of: $0) }
      reasons.append("sorts them by \(list(keys)); ties are in identity order")
    }
    if query.limit != nil || query.offset > 0 {
      reasons.append("applies \(slice(query.offset, query.limit, per: query.limitKeys))")
    }
    if query.grouping != nil { reasons.append("computes the groups") }
    reasons += query.groupConditions.map { "returns only groups with \(texts.text(of: $0))" }
    if let first = query.firstGroups {
      let order = first.sort.isEmpty ? "" : " by " + list(first.sort.map { texts.text(of: $0) })
      reasons.append("returns only groups that can be among the first \(first.count)\(order)")
    }
    if !query.distinct.isEmpty {
      reasons.append("returns only the first of rows with equal columns")
    }
    return reasons
  }

  // MARK: - Conditions

  private func conditions(_ conjuncts: [TypedExpression], _ plan: Plan) -> [PlanStep] {
    conjuncts.enumerated().map { index, conjunct in
      var reasons = [MethodReason(conjunct, texts).text]
      if isRemote, !conjunct.canFail, !pushed.contains(conjunct), plan.isOverRecords {
        reasons.insert("the server has no condition that is true for the same records", at: 0)
      }
      if isRemote, plan.isOverGroups {
        reasons.insert(
          pushedGroups.contains(conjunct)
            ? "the server returns no other groups; this is a second test"
            : "the server cannot test it exactly",
          at: 0
        )
      }
      if pushed.contains(conjunct) {
        reasons.insert(
          "the store only narrows down the records, so the engine tests it again",
          at: 0
        )
      }
      if let order = orderReason(conjunct, at: index, of: conjuncts) { reasons.append(order) }
      return step("filter \(texts.text(of: conjunct))", reasons, plan, condition: index)
    }
  }

  private func orderReason(
    _ conjunct: TypedExpression,
    at index: Int,
    of conjuncts: [TypedExpression]
  ) -> String? {
    if conjunct.canFail {
      return index > 0 && conjuncts.contains { !$0.canFail }
        ? "can fail, so it runs after those that cannot, on the remaining records"
        : "can fail; a failing record is an error only when it is reached"
    }
    if isMoved(conjunct, conjuncts) { return "cannot fail, so it runs before those that can" }
    return conjuncts.count > 1 && conjuncts.contains(where: \.canFail)
      ? "cannot fail, so it runs first" : nil
  }

  /// Whether a condition that can fail was written before it.
  private func isMoved(_ conjunct: TypedExpression, _ conjuncts: [TypedExpression]) -> Bool {
    let before = written.prefix { $0 != conjunct }
    return conjuncts.contains { $0.canFail && before.contains($0) }
  }

  // MARK: - Groups

  private func groupReasons(_ grouping: Grouping) -> [String] {
    let aggregates = grouping.aggregates.map {
      texts.text(of: $0.function, $0.element, where: $0.filter, options: $0.options)
    }
    let order =
      ["one row per group, in ascending order of the keys; nil is one group"]
      + (grouping.hasTotals
        ? ["and one row for each group of the first keys, and one for all records"] : [])
    return aggregates.isEmpty ? order : ["computes \(list(aggregates)) for each group"] + order
  }

  private func windowReasons(_ windows: [Window]) -> [String] {
    let sorted = windows.contains { !$0.sort.isEmpty }
    return ["the engine computes windows; stores do not"]
      + (sorted ? ["rows with equal keys of a window are in identity order"] : [])
  }

  /// Why a remote store does not compute the groups.
  private func storeReasons(_ grouping: Grouping, _ input: Plan) -> [String] {
    guard isRemote, input.isOverRecords else { return [] }
    guard case .scan(let query) = input else {
      return ["conditions are tested here, so the groups are computed here"]
    }
    return query.grouping == nil ? ["the server cannot compute all of it exactly"] : []
  }

  /// Why a remote store does not sort.
  private func storeReasons(_ keys: [SortKey], _ input: Plan) -> [String] {
    guard isRemote, input.isOverRecords else { return [] }
    if keys.contains(where: { $0.expression.type == .string && $0.order == .standard }) {
      return ["the server does not have the standard order"]
    }
    return ["the server has no such order, or calculations may fail"]
  }

  // MARK: - Order and cut

  private func sortReasons(_ keys: [SortKey], _ keep: Int?) -> [String] {
    var reasons: [String] = []
    let strings = keys.filter { $0.expression.type == .string }
    if strings.contains(where: { $0.order == .standard }) {
      reasons.append("each distinct string is ranked once in the standard order")
    } else if !strings.isEmpty {
      reasons.append("each distinct string is ranked once by its Unicode scalars")
    }
    if let keep { reasons.append("only the first \(keep) are needed, so the rest is not sorted") }
    reasons.append("ties stay in identity order")
    return reasons
  }

  private func slice(_ offset: Int, _ limit: Int?, per keys: [TypedExpression] = []) -> String {
    let groups = keys.isEmpty ? nil : "per \(list(keys.map { texts.text(of: $0) }))"
    return [limit.map { "limit \($0)" }, offset > 0 ? "offset \(offset)" : nil, groups]
      .compactMap { $0 }.joined(separator: " ")
  }

  private func sliceReasons(_ input: Plan) -> [String] {
    let isRefused = isRemote && input.isOverRecords
    return ["counts the rows of each group in the order of the sort"]
      + (isRefused ? ["the server cannot do all of it exactly"] : [])
  }

  private func show(_ names: [String], _ plan: Plan) -> PlanStep {
    let shown = names.count > 8 ? names.prefix(8) + ["and \(names.count - 8) more"] : names[...]
    return step(
      "show \(list(Array(shown)))",
      ["columns are computed for printed rows only"],
      plan
    )
  }
}

extension Plan {
  /// Whether it is a filter of groups.
  fileprivate var isOverGroups: Bool { if case .filter(_, .group) = self { true } else { false } }
}

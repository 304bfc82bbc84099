import Diagnostics
import Expressions
import Model
import Rendering
import Session

/// A trace as a report tree: each part with its value, or why it was not evaluated.
struct TraceTree {
  let texts: FetchTextPrinter
  let labels: RecordLabels

  /// The most elements of an aggregate to show; others are counted.
  private static let maxMembers = 5

  func tree(_ node: TraceNode) -> ReportTree {
    let shown = node.expression.withoutWidening
    var tree = ReportTree(
      label(node),
      detail: value(node.outcome, shown.type),
      role: role(node.outcome),
      remark: remark(node)
    )
    tree.isTest = node.outcome.isTest
    if case .skipped = node.outcome { return tree }
    let parts = parts(of: node)
    if texts.names[shown] != nil {
      tree.children = [
        ReportTree(
          "= \(texts.definition(of: shown, level: node.level))",
          children: parts
        )
      ]
    } else {
      tree.children = parts
    }
    return tree
  }

  /// The parts of a node; for `all(…)` or `!~`, the parts of the negated expression.
  private func parts(of node: TraceNode) -> [ReportTree] {
    guard let negated = node.writtenNegation(texts) else { return children(node) + members(node) }
    return children(negated) + members(negated, isNegated: negated.elementIsNegated)
  }

  /// The text of a node; `and` and `or` without their parts, which follow.
  private func label(_ node: TraceNode) -> String {
    switch node.expression.kind {
    case .and where texts.names[node.expression] == nil: "and"
    case .or where texts.names[node.expression] == nil: "or"
    default: texts.text(of: node.expression, level: node.level)
    }
  }

  private func children(_ node: TraceNode) -> [ReportTree] {
    let wording = TraceWording(texts: texts)
    return node.children.enumerated().compactMap { index, child in
      if child.expression.isLeafConstant { return nil }
      if case .skipped = child.outcome {
        var tree = ReportTree(
          texts.text(of: child.expression, level: child.level),
          detail: wording.skipping(index, of: node),
          role: .dim
        )
        tree.isTest = true
        return tree
      }
      return tree(child)
    }
  }

  // MARK: - Values

  private func value(_ outcome: TraceNode.Outcome, _ type: ValueType) -> String {
    switch outcome {
    case .value(let value): text(value, type)
    case .skipped: "not evaluated"
    case .failed(let error): FailureWording.message(error)
    }
  }

  private func text(_ value: Value, _ type: ValueType) -> String {
    if case .enumeration = type, case .string(let name) = value { return ".\(name)" }
    return texts.text(of: value)
  }

  private func role(_ outcome: TraceNode.Outcome) -> TextRole {
    switch outcome {
    case .value(.null): .null
    case .value(.bool(true)): .help
    case .value(.bool(false)): .warning
    case .value(.string): .string
    case .value: .number
    case .skipped: .dim
    case .failed: .error
    }
  }

  private func remark(_ node: TraceNode) -> String? {
    if let negated = node.writtenNegation(texts) { return remark(negated) }
    return node.remark.map { TraceWording(texts: texts).text($0, of: node) }
  }

  // MARK: - Members

  /// - Parameter isNegated: Whether to show the operand of `not` of each element, as for `all`.
  private func members(_ node: TraceNode, isNegated: Bool = false) -> [ReportTree] {
    guard let members = node.members, let function = node.expression.reduction else { return [] }
    let kept = shown(members, function)
    var trees = kept.map { member($0, isNegated: isNegated) }
    let hidden = members.members.count - kept.count + members.unshownCount
    if hidden > 0 {
      let place = function == .any && members.members.last?.decides(.any) == true
      trees.insert(
        ReportTree("… \(hidden) more" + (function == .any ? ", all \(isNegated)" : "")),
        at: place ? trees.count - 1 : trees.count
      )
    }
    if members.skippedCount > 0 {
      trees.append(
        ReportTree("… \(members.skippedCount) more not evaluated: one is enough")
      )
    }
    return trees
  }

  /// The first elements and the deciding one.
  private func shown(
    _ members: TraceMembers,
    _ function: AggregateFunction
  ) -> [TraceMembers.Member] {
    let all = members.members
    if all.count <= Self.maxMembers { return all }
    let decides = all.last?.decides(function) == true
    return all.prefix(Self.maxMembers - 1) + (decides ? all.suffix(1) : [])
  }

  private func member(
    _ member: TraceMembers.Member,
    isNegated: Bool
  ) -> ReportTree {
    let label = member.record.map(labels.label) ?? texts.text(of: member.element ?? .null)
    let shown = isNegated ? member.reduced?.children.first : member.reduced
    guard let reduced = shown else {
      return ReportTree(
        label,
        detail: member.counts ? "counts" : "excluded by where",
        role: .dim,
        remark: member.filter.flatMap { leaves($0.leaves) }
      )
    }
    var tree = ReportTree(
      label,
      detail: value(reduced.outcome, reduced.expression.withoutWidening.type),
      role: role(reduced.outcome),
      remark: leaves(reduced.leaves)
    )
    tree.isTest = reduced.outcome.isTest
    return tree
  }

  /// `amount = 320.5, quantity = 2`
  private func leaves(_ leaves: [TraceNode]) -> String? {
    var texts: [String] = []
    for leaf in leaves {
      let text =
        self.texts.text(of: leaf.expression, level: leaf.level)
        + " = \(value(leaf.outcome, leaf.expression.type))"
      if !texts.contains(text) { texts.append(text) }
    }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}

extension TypedExpression {
  fileprivate var isNegation: Bool {
    if case .not = kind { true } else { false }
  }

  /// The function of an aggregate.
  fileprivate var reduction: AggregateFunction? {
    switch kind {
    case .aggregate(let aggregate): aggregate.function
    case .arrayAggregate(let aggregate): aggregate.function
    default: nil
    }
  }
}

extension TraceNode {
  /// The negated node, if the text is an operator such as `!~` or `all`.
  fileprivate func writtenNegation(_ texts: FetchTextPrinter) -> TraceNode? {
    texts.names[expression] == nil && texts.negatedOperand(of: expression, level: level) != nil
      ? children.first : nil
  }

  /// Whether the elements are those of `all`, whose condition is negated.
  fileprivate var elementIsNegated: Bool {
    switch expression.kind {
    case .aggregate(let any): any.filter == nil && any.element?.isNegation == true
    case .arrayAggregate(let any): any.filter == nil && any.element?.isNegation == true
    default: false
    }
  }

  /// The attributes that were read, in text order.
  fileprivate var leaves: [TraceNode] {
    switch expression.kind {
    case .attribute, .record: outcome == .skipped ? [] : [self]
    default: children.flatMap(\.leaves)
    }
  }
}

extension TraceNode.Outcome {
  /// Whether this is the outcome of a condition.
  fileprivate var isTest: Bool {
    switch self {
    case .value(.bool), .skipped: true
    case .value, .failed: false
    }
  }
}

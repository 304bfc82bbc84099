import Diagnostics
import Expressions
import Model
import Rendering

/// A bound expression as a report tree, with the text and type of each part.
struct BoundTree {
  let texts: FetchTextPrinter

  func tree(_ expression: TypedExpression, level: Int = 0) -> ReportTree {
    let expression = expression.withoutWidening
    var tree = ReportTree(
      texts.text(of: expression, level: level),
      detail: expression.type.description,
      role: .entity
    )
    if texts.names[expression] != nil {
      tree.children = [definition(of: expression, level)]
    } else {
      tree.children = parts(expression, level)
    }
    return tree
  }

  /// The definition of a computed attribute.
  private func definition(of expression: TypedExpression, _ level: Int) -> ReportTree {
    ReportTree(
      "= \(texts.definition(of: expression, level: level))",
      remark: "computed",
      children: parts(expression, level)
    )
  }

  /// The parts; for `all(…)` or `!~`, the parts of the negated expression.
  private func parts(_ expression: TypedExpression, _ level: Int) -> [ReportTree] {
    if texts.names.kindTest(expression) != nil { return [] }
    if let operand = texts.negatedOperand(of: expression, level: level) {
      return parts(operand, level)
    }
    let own = expression.listedParts.filter { !$0.isLeafConstant }.map { tree($0, level: level) }
    return own + inner(expression)
  }

  /// The parts of an aggregate, a shape or a query, evaluated for each of its records.
  private func inner(_ expression: TypedExpression) -> [ReportTree] {
    switch expression.kind {
    case .aggregate(let aggregate):
      each(aggregate.path.last?.destination ?? "", aggregate.parts, aggregate.level)
    case .arrayAggregate(let aggregate): each("element", aggregate.parts, aggregate.level)
    case .shape(let shape): each(shape.entity, shape.parts, shape.level)
    case .membershipInQuery(_, let query): each(query.entity, query.parts, 0)
    default: []
    }
  }

  private func each(_ entity: String, _ parts: [TypedExpression], _ level: Int) -> [ReportTree] {
    if parts.isEmpty { return [] }
    return [ReportTree("for each \(entity)", children: parts.map { tree($0, level: level) })]
  }
}

extension TypedExpression {
  /// The expression without implicit conversions.
  var withoutWidening: TypedExpression {
    switch kind {
    case .widen(let operand): operand.withoutWidening
    case .ordinal(_, let operand), .caseAt(_, let operand): operand.withoutWidening
    default: self
    }
  }

  /// Whether this is a literal, which needs no node.
  var isLeafConstant: Bool {
    if case .literal = withoutWidening.kind { true } else { false }
  }
}

import Expressions
import Model
import Rendering

/// The texts of trace remarks.
struct TraceWording {
  let texts: FetchTextPrinter

  /// Why part `index` of `node` was not evaluated.
  func skipping(_ index: Int, of node: TraceNode) -> String {
    if node.children.contains(where: \.failed) { return "not evaluated: an earlier part failed" }
    switch node.expression.kind {
    case .and: return "not evaluated: false decides `and`"
    case .or: return "not evaluated: true decides `or`"
    case .coalesce: return "not evaluated: the left side is not nil"
    case .conditional: return "not evaluated: the other branch is taken"
    case .membership: return "not evaluated: already found"
    default: return "not evaluated"
    }
  }

  func text(_ remark: TraceRemark, of node: TraceNode) -> String {
    switch remark {
    case .nilIsNeverOrdered: "\(withValues(node)) is false: \(node.nilReason)"
    case .nilEquals(let holds): "\(withValues(node)) is \(holds): nil equals nil and nothing else"
    case .nilCondition: "a condition that is nil counts as false"
    case .nilOperand: "nil, because an operand is nil"
    case .divisionByZero: "division by zero gives nil"
    case .nilInList: "the list contains nil"
    case .noRecord: "nil, or there is no record"
    case .reductionOfNothing: "no records"
    case .skippedNils(let count): "\(counted(count, "nil")) skipped"
    case .emptyPattern: "`~` with an empty string is false, as in SwiftData"
    }
  }

  /// `nil < 3`
  private func withValues(_ node: TraceNode) -> String {
    let values = node.children.map { $0.outcome.value.map(texts.text(of:)) ?? "?" }
    switch node.expression.kind {
    case .comparison(let operation, _, _):
      return values.joined(separator: " \(operation.rawValue) ")
    case .match(let match, _, _): return values.joined(separator: " \(match.operation.rawValue) ")
    case .range(_, _, _, let isClosed) where values.count == 3:
      return "\(values[0]) in \(values[1])\(isClosed ? "..." : "..<")\(values[2])"
    default: return "this"
    }
  }
}

extension TraceNode {
  /// Why nil makes a comparison false.
  fileprivate var nilReason: String {
    if case .match = expression.kind { return "nil is not a string" }
    return "ordering comparisons with nil are false"
  }

  fileprivate var failed: Bool {
    if case .failed = outcome { true } else { false }
  }
}

import Expressions
import Model
import Rendering

/// The wording of what a trace has to say.
struct TraceWording {
  let texts: FetchTextPrinter

  /// Why part `index` of `node` was not looked at.
  func skipping(_ index: Int, of node: TraceNode) -> String {
    if node.children.contains(where: \.failed) { return "not looked at: an error came before" }
    switch node.expression.kind {
    case .and: return "not looked at: false decides `and`"
    case .or: return "not looked at: true decides `or`"
    case .coalesce: return "not looked at: the left side is not nil"
    case .conditional: return "not looked at: the other branch is taken"
    case .membership: return "not looked at: found before"
    default: return "not looked at"
    }
  }

  func text(_ remark: TraceRemark, of node: TraceNode) -> String {
    switch remark {
    case .nilIsNeverOrdered: "\(withValues(node)) is false: \(node.nilReason)"
    case .nilEquals(let holds): "\(withValues(node)) is \(holds): nil equals nil and nothing else"
    case .nilCondition: "a condition that is nil counts as false"
    case .nilOperand: "of nil it is nil"
    case .divisionByZero: "by zero it is nil"
    case .nilInList: "nil is in the list"
    case .noRecord: "nil, or there is no such record"
    case .reductionOfNothing: "of nothing"
    case .skippedNils(let count): "\(counted(count, "nil")) skipped"
    case .emptyPattern: "`~` with an empty text is false, as in SwiftData"
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
    if case .match = expression.kind { return "nil is no text" }
    return "nil is neither below nor above anything"
  }

  fileprivate var failed: Bool {
    if case .failed = outcome { true } else { false }
  }
}

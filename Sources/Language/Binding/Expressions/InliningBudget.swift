import Diagnostics
import Expressions
import Model

/// Bounds how much the computed attributes and saved queries of a statement add to it: each stands in
/// its place as a copy, so without a bound a short text could make a request that fills the memory.
final class InliningBudget {
  /// How many nodes the computed attributes of one statement may have together.
  private static let limit = 200_000

  private let findings: Findings
  private var left = InliningBudget.limit

  init(_ findings: Findings) {
    self.findings = findings
  }

  /// Whether there is room for more.
  var isLeft: Bool { left >= 0 }

  /// Takes room for `size` nodes; false if there is not so much.
  func takes(_ size: Int) -> Bool {
    left -= min(left + 1, size)
    return isLeft
  }

  /// The computed expression as it reads at `record`; nil, said once, when there is no more room.
  func inlined(
    _ expression: TypedExpression,
    at record: RecordExpression,
    innermost: Int,
    _ span: SourceSpan
  ) -> TypedExpression? {
    guard isLeft else { return nil }
    guard takes(expression.extent.size) else { return findings.fail(ClauseError.tooLarge(span)) }
    return expression.inlined(at: record, innermost: innermost)
  }
}

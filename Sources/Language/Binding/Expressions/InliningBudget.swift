import Diagnostics
import Expressions
import Model

/// Limits the total size of inlined computed attributes and saved queries: each use is a copy, so a
/// short statement could otherwise use all memory.
final class InliningBudget {
  /// The maximum number of inlined nodes in one statement.
  private static let limit = 200_000

  private let findings: Findings
  private var left = InliningBudget.limit

  init(_ findings: Findings) {
    self.findings = findings
  }

  /// Whether the limit is not exceeded.
  var isLeft: Bool { left >= 0 }

  /// Adds `size` nodes; false if this exceeds the limit.
  func takes(_ size: Int) -> Bool {
    left -= min(left + 1, size)
    return isLeft
  }

  /// Inlines a computed expression at `record`; nil if the limit is exceeded, which is reported
  /// once.
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

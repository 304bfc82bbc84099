public import Diagnostics

/// A node of a tree in a report: a label, a result and a remark.
public struct ReportTree: Sendable {
  /// The text of the node.
  public var label: String
  /// The text in the right column; can be empty.
  public var detail: String
  /// The style of the detail.
  public var role: TextRole
  /// A remark, if any.
  public var remark: String?
  /// Whether the detail is the result of a condition: true, false or not evaluated.
  public var isTest = false
  /// The child nodes.
  public var children: [ReportTree]

  /// Creates a node; escapes control characters.
  public init(
    _ label: String,
    detail: String = "",
    role: TextRole = .plain,
    remark: String? = nil,
    children: [ReportTree] = []
  ) {
    self.label = escapedForTerminal(label)
    self.detail = escapedForTerminal(detail)
    self.role = role
    self.remark = remark.map { escapedForTerminal($0) }
    self.children = children
  }
}

public import Diagnostics

/// A node of a tree in a report: what it is, what it came to, and a remark.
public struct ReportTree: Sendable {
  /// What the node is.
  public var label: String
  /// What stands in the column at the right; empty for nothing.
  public var detail: String
  /// How the detail looks.
  public var role: TextRole
  /// What there is to say about it.
  public var remark: String?
  /// Whether the detail says that a test is true or false, or was not made.
  public var isTest = false
  /// The nodes below it.
  public var children: [ReportTree]

  /// Makes a node; control characters in its texts are escaped.
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

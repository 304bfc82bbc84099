public import Diagnostics

/// `chart bar name, spent to "budgets.svg"`
public struct ChartClause: Sendable {
  /// The kind of chart.
  public var kind: ChartKind
  /// The position of the kind.
  public var kindSpan: SourceSpan
  /// The columns in written order, as names and paths; empty to choose them by type.
  public var columns: [ExpressionSyntax] = []
  /// `bins 20`
  public var bins: ExpressionSyntax?
  /// `to "budgets.svg"`; nil to print the chart.
  public var path: FilePathSyntax?

  /// Creates a clause.
  public init(_ kind: ChartKind, span: SourceSpan) {
    self.kind = kind
    kindSpan = span
  }
}

/// The kinds of charts by keyword.
public enum ChartKind: String, Sendable, CaseIterable {
  /// A horizontal bar for each row.
  case bar
  /// A vertical bar for each row.
  case column
  /// Connected values along an axis.
  case line
  /// The number of values in each range.
  case histogram
  /// A dot for each row, positioned by two numbers.
  case scatter
}

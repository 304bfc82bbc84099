public import Diagnostics

/// `chart bar name, spent to "budgets.svg"`: how a result is drawn.
public struct ChartClause: Sendable {
  /// What is drawn.
  public var kind: ChartKind
  /// Where the word for the kind stands.
  public var kindSpan: SourceSpan
  /// The columns that are drawn, names and paths, in written order; empty where they are chosen by their types.
  public var columns: [ExpressionSyntax] = []
  /// `bins 20`
  public var bins: ExpressionSyntax?
  /// `to "budgets.svg"`; nil for the place where results go.
  public var path: FilePathSyntax?

  /// Makes a clause.
  public init(_ kind: ChartKind, span: SourceSpan) {
    self.kind = kind
    kindSpan = span
  }
}

/// The kinds of charts, by their words.
public enum ChartKind: String, Sendable, CaseIterable {
  /// A bar to the right for each row.
  case bar
  /// A bar upwards for each row.
  case column
  /// Values over an axis, joined.
  case line
  /// How many values lie in each of some ranges.
  case histogram
  /// A dot for each row, by two numbers.
  case scatter
  /// A row of small bars for each column.
  case spark
}

/// Which columns of a result are drawn, and how.
public struct ChartRequest: Hashable, Sendable {
  /// What is drawn, by the word of the language: `bar`, `line`.
  public let kind: String
  /// The columns that name the rows, or place them along the first axis; empty for the rows' numbers.
  public let labels: [Int]
  /// The columns of numbers; never empty.
  public let values: [Int]
  /// Into how many ranges the numbers of a histogram are put; nil for as many as suit them.
  public let bins: Int?
  /// The number of columns that the result shows; those behind them are only drawn.
  public let shownCount: Int

  /// Makes a request.
  public init(kind: String, labels: [Int], values: [Int], bins: Int?, shownCount: Int) {
    (self.kind, self.labels, self.values) = (kind, labels, values)
    (self.bins, self.shownCount) = (bins, shownCount)
  }
}

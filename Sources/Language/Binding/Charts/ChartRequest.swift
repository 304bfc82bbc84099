/// The columns of a result to chart, and how.
public struct ChartRequest: Hashable, Sendable {
  /// The type of chart, as in the language: `bar`, `line`.
  public let kind: String
  /// The columns that label the rows or position them along the first axis; empty to use row
  /// numbers.
  public let labels: [Int]
  /// The columns of numbers; never empty.
  public let values: [Int]
  /// The number of bins of a histogram; nil to choose it automatically.
  public let bins: Int?
  /// The number of columns that the result displays; later ones are only charted.
  public let shownCount: Int

  /// Creates a request.
  public init(kind: String, labels: [Int], values: [Int], bins: Int?, shownCount: Int) {
    (self.kind, self.labels, self.values) = (kind, labels, values)
    (self.bins, self.shownCount) = (bins, shownCount)
  }
}

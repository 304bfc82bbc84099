public import Model

/// The declaration of an aggregate function.
public struct AggregateDeclaration: Sendable {
  /// The aggregate.
  public let function: AggregateFunction
  /// One line of help.
  public let summary: String
  /// An example that runs on the demo.
  public let example: String

  /// All aggregates, in the order of the manual.
  public static let all: [AggregateDeclaration] = [
    .init(
      function: .count,
      summary: "the number of records, or of values that are not nil",
      example: "fetch Expense select budget.name, count() group by budget.name"
    ),
    .init(
      function: .sum,
      summary: "the sum; 0 if there are no values",
      example: "fetch Budget select name, sum(expenses.amount)"
    ),
    .init(
      function: .avg,
      summary: "the mean; nil if there are no values",
      example: "fetch User select avg(age)"
    ),
    .init(
      function: .min,
      summary: "the minimum; nil if there are no values",
      example: "fetch User select min(age)"
    ),
    .init(
      function: .max,
      summary: "the maximum; nil if there are no values",
      example: "fetch User select city, max(balance) group by city"
    ),
    .init(
      function: .median,
      summary: "the median; nil if there are no values",
      example: "fetch User select median(balance)"
    ),
    .init(
      function: .stddev,
      summary: "the sample standard deviation; nil for fewer than two values",
      example: "fetch User select stddev(age)"
    ),
    .init(
      function: .first,
      summary: "the first value by identity; nil if there are none",
      example: "fetch Budget select name, first(expenses.name)"
    ),
    .init(
      function: .last,
      summary: "the last value by identity; nil if there are none",
      example: "fetch Budget select name, last(expenses.name)"
    ),
    .init(
      function: .list,
      summary: "all values in identity order",
      example: "fetch Budget select name, list(expenses.amount)"
    ),
  ]

  /// The aggregate with a name in any case.
  public static func named(_ name: String) -> AggregateDeclaration? {
    all.first { $0.function.rawValue == name.lowercased() }
  }
}

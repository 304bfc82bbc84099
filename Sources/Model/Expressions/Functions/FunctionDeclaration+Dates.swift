import Model

/// Functions of dates.
extension FunctionDeclaration {
  static let calendar: [FunctionDeclaration] =
    [
      part(.second, "the second", "= second(2026-07-01T12:30:15Z)"),
      part(
        .quarter,
        "the quarter, 1 to 4",
        "fetch Expense select quarter(date), count() group by quarter(date)"
      ),
      part(.week, "the week of ISO 8601, 1 to 53", "= week(2027-01-01)"),
      part(.isoYear, "the year that the week belongs to", "= isoYear(2027-01-01)"),
      part(.dayOfYear, "the day of the year, 1 to 366", "= dayOfYear(2026-12-31)"),
      bound(
        .startOf,
        "the start of the year, quarter, month, week, day, hour or minute",
        "= startOf(month, 2026-07-15)"
      ),
      bound(.endOf, "the last microsecond of the unit", "= endOf(month, 2026-02-15)"),
    ] + [.seconds, .minutes, .hours, .weeks, .months, .years].map(difference) + [
      .init(
        .age,
        ["date"],
        gives(.int, of: .date),
        "the whole years from a date until now",
        "fetch User select firstName, age(joined) limit 3",
        takesZone: true
      )
    ]

  private static func part(
    _ function: ScalarFunction,
    _ summary: String,
    _ example: String
  ) -> FunctionDeclaration {
    .init(function, ["date"], gives(.int, of: .date), summary, example, takesZone: true)
  }

  private static func bound(
    _ function: ScalarFunction,
    _ summary: String,
    _ example: String
  ) -> FunctionDeclaration {
    .init(
      function,
      ["unit", "date"],
      gives(.date, of: unit, .date),
      summary,
      example,
      takesZone: true
    )
  }

  private static func difference(_ function: ScalarFunction) -> FunctionDeclaration {
    .init(
      function,
      ["from", "to"],
      gives(.int, of: .date, .date),
      "the number of whole \(function.rawValue) between two dates",
      "= \(function.rawValue)(2026-01-31, 2026-03-01)",
      takesZone: [.weeks, .months, .years].contains(function)
    )
  }
}

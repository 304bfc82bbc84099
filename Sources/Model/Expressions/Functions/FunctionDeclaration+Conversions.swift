public import Model

/// Conversions, and the types of arguments that are words.
extension FunctionDeclaration {
  /// A unit of the calendar, written as a word: `month`.
  public static let unit = word("unit", CalendarUnit.allCases.map(\.rawValue))
  /// A side of a string.
  static let side = word("side", ["left", "right"])
  /// A regular expression: `/[0-9]+/`.
  public static let pattern = word("/…/", [])

  /// A time zone; its values are strings. As a separate enum, it is equal to no other type, so
  /// that a string is not mistaken for it.
  public static let zone = ValueType.enumeration(EnumerationType(name: "time zone", cases: []))

  /// The types of arguments that are words, not values.
  public static let words: [ValueType] = [unit, side, pattern]

  private static func word(_ name: String, _ cases: [String]) -> ValueType {
    .enumeration(EnumerationType(name: name, cases: cases))
  }

  /// Functions without a declaration; another one lists their signature.
  static let hidden: [(ScalarFunction, FunctionBody)] = [
    (
      .replaceMatches,
      .values { arguments in
        guard let expression = RegularExpression.cached(arguments.text(1)) else { return .null }
        return .string(
          try expression.replacingMatches(in: arguments.text(0), with: arguments.text(2))
        )
      }
    )
  ]

  static let conversions: [FunctionDeclaration] = [
    .init(
      .toInt,
      ["x"],
      takes([.int, .double, .decimal, .string], .int),
      "an Int; a fraction is cut off, and what does not fit is nil",
      "= Int(\"42\") + 1",
      body: .values { Conversions.int($0[0]) }
    ),
    .init(
      .toDouble,
      ["x"],
      takes([.double, .int, .decimal, .string], .double),
      "a Double; nil if a string is not a number",
      "= Double(\"2.5\") / 2",
      body: .values { Conversions.double($0[0]) }
    ),
    .init(
      .toDecimal,
      ["x"],
      takes([.decimal, .int, .double, .string], .decimal),
      "a Decimal; nil if a string is not a number",
      "= Decimal(\"12.50\") * 3",
      body: .values { Conversions.decimal($0[0]) }
    ),
    .init(
      .toString,
      ["x", "pattern?"],
      .signatures(
        [.string, .int, .double, .decimal, .bool, .date, .uuid].map { sign(.string, of: $0) }
          + [sign(.string, of: .date, .string)]
      ),
      "a string; of a date, in the format of a pattern such as `\"dd.MM.yyyy\"`",
      "fetch User select firstName, String(joined, \"yyyy-'W'ww\") as week limit 3",
      takesZone: true,
      body: .values { arguments in
        guard let date = arguments.date(0) else { return Conversions.string(arguments[0]) }
        // The zone follows a pattern.
        if case .string(let pattern) = arguments[1], !pattern.isEmpty {
          return Conversions.string(date, pattern, arguments.zone(2))
        }
        return Conversions.string(arguments[0])
      }
    ),
    .init(
      .toBool,
      ["x"],
      takes([.bool, .string], .bool),
      "a Bool; nil if a string is not `true` or `false`",
      "= Bool(\"true\")",
      body: .values { Conversions.bool($0[0]) }
    ),
    .init(
      .toDate,
      ["text", "pattern?"],
      .signatures([
        sign(.date, of: .date), sign(.date, of: .string), sign(.date, of: .string, .string),
      ]),
      "a date from an ISO 8601 string, or from a pattern such as `\"dd.MM.yyyy\"`; nil if the string does not match",
      "= Date(\"29.02.2024\", \"dd.MM.yyyy\") + 1 day",
      takesZone: true,
      body: .values { arguments in
        if case .date = arguments[0] { return arguments[0] }
        let pattern = arguments.text(1)
        return Conversions.date(
          arguments.text(0),
          pattern.isEmpty ? nil : pattern,
          arguments.zone(2)
        )
      }
    ),
    .init(
      .toUUID,
      ["x"],
      takes([.uuid, .string], .uuid),
      "a UUID; nil if a string is not one",
      "= UUID(\"6f9619ff-8b86-d011-b42d-00cf4fc964ff\")",
      body: .values { Conversions.uuid($0[0]) }
    ),
  ]

  /// One argument of one of the types.
  private static func takes(_ types: [ValueType], _ result: ValueType) -> Form {
    .signatures(types.map { sign(result, of: $0) })
  }
}

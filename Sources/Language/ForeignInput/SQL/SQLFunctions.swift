import Diagnostics
import Syntax

/// Translates functions of SQL dialects.
enum SQLFunctions {
  /// Functions by their SQL names.
  private static let names: [String: String] = [
    "COUNT": "count", "SUM": "sum", "AVG": "avg", "MEAN": "avg", "MIN": "min", "MAX": "max",
    "MEDIAN": "median", "STDDEV": "stddev", "STDEV": "stddev", "LOWER": "lower", "LCASE": "lower",
    "UPPER": "upper", "UCASE": "upper", "LENGTH": "length", "LEN": "length",
    "CHAR_LENGTH": "length", "TRIM": "trim", "REPLACE": "replace", "ABS": "abs", "ROUND": "round",
    "FLOOR": "floor", "CEIL": "ceil", "CEILING": "ceil", "SQRT": "sqrt", "POWER": "power",
    "POW": "power", "YEAR": "year", "MONTH": "month", "DAY": "day", "HOUR": "hour",
    "MINUTE": "minute", "DAYOFWEEK": "weekday", "GREATEST": "max", "LEAST": "min",
    "ARRAY_AGG": "list", "GROUP_CONCAT": "list", "STRING_AGG": "list",
  ]

  private static let constants: [String: String] = [
    "NOW": "now", "CURRENT_TIMESTAMP": "now", "GETDATE": "now", "CURDATE": "today",
    "CURRENT_DATE": "today",
  ]

  /// The equivalent expression, or nil.
  static func call(
    _ name: String,
    _ arguments: [ExpressionSyntax],
    isDistinct: Bool
  ) -> ExpressionSyntax? {
    let name = name.uppercased()
    if ["COALESCE", "IFNULL", "NVL"].contains(name), let last = arguments.last {
      return arguments.dropLast().reversed().reduce(last) { result, argument in
        let use = BinaryOperatorUse(.coalesce, span: SourceSpan(at: 0))
        return .sql(.binary(use, argument, result))
      }
    }
    if arguments.isEmpty, let constant = constants[name] { return .sql(.name(.sql(constant))) }
    guard let function = names[name], !arguments.isEmpty || function == "count" else { return nil }
    return .sql(
      .call(
        .sql(function),
        arguments.map { CallArgument($0, distinct: isDistinct ? SourceSpan(at: 0) : nil) }
      )
    )
  }
}

/// The simplest equivalent of a `LIKE` pattern.
struct SQLLikePattern {
  let `operator`: BinaryOperator
  let text: String

  init(_ pattern: String) {
    let inner = pattern.trimming("%")
    let isPlain = !inner.contains { "%_".contains($0) } && !inner.isEmpty
    switch (pattern.hasPrefix("%"), pattern.hasSuffix("%")) {
    case (true, true) where isPlain: (self.operator, text) = (.looselyContains, inner)
    case (false, true) where isPlain: (self.operator, text) = (.startsWith, inner)
    case (true, false) where isPlain: (self.operator, text) = (.endsWith, inner)
    default: (self.operator, text) = (.like, Self.wildcards(pattern))
    }
  }

  private static func wildcards(_ pattern: String) -> String {
    pattern.map { character in
      switch character {
      case "%": "*"
      case "_": "?"
      case "*", "?", "\\": "\\\(character)"
      default: String(character)
      }
    }.joined()
  }
}

extension String {
  fileprivate func trimming(_ character: Character) -> String {
    let start = drop { $0 == character }
    let end = start.lastIndex { $0 != character }
    return end.map { String(start[...$0]) } ?? ""
  }
}

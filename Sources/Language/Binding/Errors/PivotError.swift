import Diagnostics
import Model

/// Invalid pivots.
enum PivotError: BindingError {
  case unknownColumns(SourceSpan, key: String)
  case notConstant(SourceSpan)
  case noList(SourceSpan)
  case random(SourceSpan)
  case tooManyColumns(SourceSpan, count: Int, limit: Int, key: String, ValueType?)

  var diagnostic: Diagnostic {
    switch self {
    case .unknownColumns(let span, let key):
      Diagnostic(
        .error,
        "the columns of this pivot are only known when the query runs",
        at: .init(span),
        help: ["list the values: `pivot \(key) in [\(Self.example(nil)), …]`"],
        lacksParameter: true
      )
    case .notConstant(let span):
      Diagnostic(
        "the columns of a pivot are constants",
        at: span,
        help: ["for example `pivot city in [\"Oslo\", \"Rome\"]`"]
      )
    case .noList(let span):
      Diagnostic(
        "the columns of a pivot are values in brackets",
        at: span,
        help: [
          "for example `pivot city in [\"Oslo\", \"Rome\"]`, or put the condition in parentheses"
        ]
      )
    case .random(let span):
      Diagnostic("this key is different each time it is computed", at: span)
    case .tooManyColumns(let span, let count, let limit, let key, let type):
      Diagnostic(
        "this pivot has \(count) columns, more than \(limit)",
        at: span,
        help: Self.fewer(key, type)
          + ["choose values: `pivot \(key) in [\(Self.example(type)), …]`, or records with `where`"]
      )
    }
  }

  private static func example(_ type: ValueType?) -> String {
    switch type {
    case .int?: "1, 2"
    case .double?: "1.5"
    case .date?: "2026-01-01"
    default: "\"Oslo\""
    }
  }

  private static func fewer(_ key: String, _ type: ValueType?) -> [String] {
    switch type {
    case .int?, .double?: ["use intervals: `pivot bin(\(key), 100)`"]
    case .date?: ["use parts of the dates: `pivot year(\(key))`"]
    case .string?: ["use parts of the strings: `pivot prefix(\(key), 1)`"]
    default: []
    }
  }
}

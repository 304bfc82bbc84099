import Diagnostics
import Model

/// Invalid pivots.
enum PivotError: BindingError {
  case unknownColumns(SourceSpan, key: String, ValueType)
  case notConstant(SourceSpan)
  case noList(SourceSpan)
  case random(SourceSpan)
  case noAggregate(SourceSpan, keys: [String])
  /// The key has more values than a pivot has columns.
  case tooManyValues(SourceSpan, count: Int, limit: Int, key: String, ValueType)
  /// The aggregates of all values are too many; without a key, the values are listed.
  case tooManyColumns(
    SourceSpan,
    values: Int,
    aggregates: Int,
    limit: Int,
    key: String?,
    ValueType
  )

  var diagnostic: Diagnostic {
    switch self {
    case .unknownColumns(let span, let key, let type):
      Diagnostic(
        .error,
        "the columns of this pivot are only known when the query runs",
        at: .init(span),
        help: ["list the values: `\(Self.list(key, type))`"],
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
    case .noAggregate(let span, let keys):
      Diagnostic(
        "this pivot has no columns, because `select` has no aggregate",
        at: span,
        help: [
          "select an aggregate, as in `select \((keys + ["count()"]).joined(separator: ", "))`"
        ]
      )
    case .tooManyValues(let span, let count, let limit, let key, let type):
      Diagnostic(
        "this pivot has \(count) columns, more than \(limit)",
        at: span,
        help: Self.fewer(key, type, width: 100) + [Self.chosen(key, type)]
      )
    case .tooManyColumns(let span, let values, let aggregates, let limit, let key, let type):
      Diagnostic(
        "this pivot has \(values * aggregates) columns, more than \(limit)",
        at: span,
        help: (aggregates > 1
          ? ["select fewer aggregates: each of the \(aggregates) has \(values) columns"] : [])
          + (key.map { Self.fewer($0, type, width: 10) + [Self.chosen($0, type)] }
            ?? ["list fewer values"])
      )
    }
  }

  private static func chosen(_ key: String, _ type: ValueType) -> String {
    "choose values: `\(list(key, type))`, or records with `where`"
  }

  /// `pivot age in [1, 2, …]`
  private static func list(_ key: String, _ type: ValueType) -> String {
    "pivot \(key) in [\(example(type).map { "\($0), …" } ?? "…")]"
  }

  private static func example(_ type: ValueType) -> String? {
    switch type {
    case .int: "1, 2"
    case .double: "1.5"
    case .date: "2026-01-01"
    case .string: "\"Oslo\""
    case .enumeration(let type): type.cases.first
    default: nil
    }
  }

  private static func fewer(_ key: String, _ type: ValueType, width: Int) -> [String] {
    // `bin(bin(age, 10), 100)` would be no help.
    let isComputed = key.contains("(")
    switch type {
    case .int, .double: return isComputed ? [] : ["use intervals: `pivot bin(\(key), \(width))`"]
    case .date: return ["use parts of the dates: `pivot year(\(key))`"]
    case .string:
      return isComputed ? [] : ["use parts of the strings: `pivot prefix(\(key), 1)`"]
    default: return []
    }
  }
}

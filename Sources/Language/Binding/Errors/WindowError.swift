import Diagnostics
import Storage
import Syntax

/// Invalid windows.
enum WindowError: BindingError {
  case misplaced(SourceSpan, text: String, entity: String?, isGrouped: Bool)
  case withoutOver(NameSyntax, WindowFunction)
  case noFunction(NameSyntax)
  case unordered(NameSyntax, SourceSpan, usage: String)
  case frameWithoutSort(SourceSpan)
  case rangeKey(SourceSpan)
  case distance(SourceSpan, isDate: Bool)
  case sortOfArgument(SourceSpan, function: String)
  case clauseOfArgument(SourceSpan, function: String)

  var diagnostic: Diagnostic {
    switch self {
    case .misplaced(let span, let text, let entity, let isGrouped):
      Diagnostic(
        "windows are computed after `where` and `having`, so they are allowed only in `select` and `sort`",
        at: span,
        help: [
          entity.map {
            "write a query over a query: "
              + "`fetch (fetch \(quotedIfNeeded(DerivedEntity.shownName($0))) "
              + "\(isGrouped ? "group by … select …" : "select *"), \(text) as value) where value …`"
          } ?? "write a query over a query: `fetch (fetch … select …) where …`"
        ]
      )
    case .withoutOver(let name, let function):
      Diagnostic(
        "`\(name.text)` is a window function and needs `over (…)`",
        at: name.span,
        help: ["write `\(function.usage)`"]
      )
    case .noFunction(let name):
      Diagnostic(
        "`\(name.text)` is not computed over a window",
        at: name.span,
        help: [
          "aggregates are, and "
            + Wording.list(WindowFunction.allCases.filter { $0 != .aggregate }.map(\.rawValue))
        ]
      )
    case .unordered(let name, let span, let usage):
      Diagnostic(
        "`\(name.text)` needs a `sort`",
        at: span,
        help: ["write `\(usage)`"]
      )
    case .frameWithoutSort(let span):
      Diagnostic(
        "rows before and after need a `sort`",
        at: span,
        help: ["for example `over (sort date rows 3 before)`"]
      )
    case .rangeKey(let span):
      Diagnostic(
        "`range` needs one sort key, a number or a date",
        at: span,
        help: ["for example `over (sort date range 30 days before)`, or count `rows`"]
      )
    case .distance(let span, let isDate):
      Diagnostic(
        "`range` takes a constant \(isDate ? "duration" : "number") that is not negative",
        at: span,
        help: [isDate ? "for example `range 30 days before`" : "for example `range 10 before`"]
      )
    case .sortOfArgument(let span, let function):
      Diagnostic(
        "`\(function)` uses the order of its window",
        at: span,
        help: ["move the `sort` into `over (…)`"]
      )
    case .clauseOfArgument(let span, let function):
      Diagnostic(
        "`\(function)` of a window takes only a value",
        at: span,
        help: [
          "aggregates take `where`, as in `sum(x where x > 1) over (sort x)`",
          "or write a condition as a value: `if … then x else nil`",
        ]
      )
    }
  }
}

import Diagnostics
import Model
import Syntax

/// Invalid charts.
enum ChartError: BindingError {
  case noNumbers(SourceSpan, ChartKind, needed: Int, found: [String])
  case severalNumbers(SourceSpan, ChartKind, names: [String])
  case unsuitableColumn(SourceSpan, ChartKind, name: String, found: ValueType, isLabel: Bool)
  case columnCount(SourceSpan, ChartKind, needed: String)
  case columnOfDistinct(SourceSpan, columns: [String])
  case binsOfOther(SourceSpan, ChartKind)
  case fileEnding(FilePathSyntax)
  case fileOfSavedQuery(SourceSpan)
  case chartOfOther(SourceSpan, what: String, help: String)

  var diagnostic: Diagnostic {
    switch self {
    case .noNumbers(let span, let kind, let needed, let found):
      Self.noNumbers(span, kind, needed, found)
    case .severalNumbers(let span, let kind, let names):
      Diagnostic(
        "`chart \(kind.rawValue)` draws one column of numbers, but there are \(names.count)",
        at: span,
        help: [
          "name one: "
            + Wording.choice(
              names.prefix(3).map { "`chart \(kind.rawValue) \(quotedIfNeeded($0))`" }
            )
        ]
      )
    case .unsuitableColumn(let span, let kind, let name, let found, let isLabel):
      Diagnostic(
        .error,
        isLabel
          ? "`chart \(kind.rawValue)` cannot use `\(name)` as its axis"
          : "`chart \(kind.rawValue)` draws numbers, but `\(name)` is not a number",
        at: .init(span, Wording.this(found)),
        help: [Self.help(kind, found, isLabel: isLabel)]
      )
    case .columnCount(let span, let kind, let needed):
      Diagnostic(
        "`chart \(kind.rawValue)` takes \(needed)",
        at: span,
        help: ["as in `\(Self.example(kind))`"]
      )
    case .columnOfDistinct(let span, let columns):
      Diagnostic(
        "with `distinct`, only selected columns can be drawn",
        at: span,
        help: ["selected columns: " + Wording.list(columns)]
      )
    case .binsOfOther(let span, let kind):
      Diagnostic(
        "`bins` only applies to `chart histogram`, not to `chart \(kind.rawValue)`",
        at: span
      )
    case .fileEnding(let path):
      Diagnostic(
        "the name of a chart file must end in `.svg`",
        at: path.span,
        help: ["write `to \"chart.svg\"`; `export (fetch …) to \"…\"` writes the rows themselves"]
      )
    case .fileOfSavedQuery(let span):
      Diagnostic(
        "a saved query cannot write a file",
        at: span,
        help: ["save it without `to`, then write `fetch name chart … to \"chart.svg\"`"]
      )
    case .chartOfOther(let span, let what, let help):
      Diagnostic("\(what) takes no `chart`", at: span, help: [help])
    }
  }

  private static func noNumbers(
    _ span: SourceSpan,
    _ kind: ChartKind,
    _ needed: Int,
    _ found: [String]
  ) -> Diagnostic {
    let what = needed == 1 ? "a column of numbers" : "\(needed) columns of numbers"
    let none =
      found.isEmpty
      ? "no column holds numbers"
      : "only `\(found[0])` holds numbers"
    return Diagnostic(
      .error,
      "`chart \(kind.rawValue)` draws \(what)",
      at: .init(span, none),
      help: ["select the columns to draw, as in `\(example(kind))`"]
    )
  }

  private static func help(_ kind: ChartKind, _ found: ValueType, isLabel: Bool) -> String {
    if isLabel { return "an axis shows strings, numbers or dates" }
    if found == .duration { return "`days(a, b)` is the number of days between two dates" }
    return kind == .histogram && found == .date
      ? "to count dates, group them, as in `group by month(date) chart column`"
      : "as in `\(example(kind))`"
  }

  private static func example(_ kind: ChartKind) -> String {
    switch kind {
    case .bar, .column: "select name, spent chart \(kind.rawValue) name, spent"
    case .line: "select date, amount chart line date, amount"
    case .histogram: "chart histogram amount"
    case .scatter: "chart scatter limit, spent"
    }
  }
}

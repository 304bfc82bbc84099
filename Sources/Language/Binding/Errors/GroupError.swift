import Diagnostics
import Model

/// Invalid use of groups and `distinct`.
enum GroupError: BindingError {
  case ungrouped(SourceSpan, text: String, keys: [String], aggregate: SourceSpan?)
  case constantKey(SourceSpan)
  case ungroupable(SourceSpan, found: ValueType)
  case unpickable(SourceSpan, function: String, found: ValueType)
  case allOfGroup(SourceSpan)
  case distinctRecords(SourceSpan)
  case sortOfDistinct(SourceSpan, columns: [String])
  case sortOfRecords(SourceSpan)
  case noGroups(SourceSpan, function: String)
  case nested(SourceSpan, function: String, example: String?)
  case distinctArgument(SourceSpan, function: String)
  case noTotals(SourceSpan, key: String?)
  case totalOfOther(SourceSpan, keys: [String])

  var diagnostic: Diagnostic {
    switch self {
    case .ungrouped(let span, let text, let keys, let aggregate):
      Diagnostic(
        .error,
        "`\(text)` has more than one value per group",
        at: .init(span),
        also: aggregate.map { [.init($0, "this makes all records one group")] } ?? [],
        help: keys.isEmpty
          ? (aggregate == nil ? ["without `group by` all records are one group"] : [])
            + ["aggregate it too, as in `max(…)`, or group by it"]
          : ["aggregate it, as in `max(…)`, or group by it as well as \(Wording.list(keys))"]
      )
    case .constantKey(let span):
      Diagnostic(
        "this key is the same for all records",
        at: span,
        help: ["group by something that differs, as in `group by city`"]
      )
    case .ungroupable(let span, let found):
      Diagnostic(
        .error,
        "values of this type cannot be group keys",
        at: .init(span, Wording.this(found)),
        help: Self.parts(of: found)
      )
    case .unpickable(let span, let function, let found):
      Diagnostic(
        .error,
        "`\(function)` cannot return values of this type from a group",
        at: .init(span, Wording.this(found)),
        help: Self.parts(of: found)
      )
    case .allOfGroup(let span):
      Diagnostic(
        "`*` means the columns of a record, but this query returns groups",
        at: span,
        help: ["select keys and aggregates"]
      )
    case .distinctRecords(let span):
      Diagnostic(
        "`distinct` needs a `select`, because whole records always differ",
        at: span,
        help: ["add a `select`, as in `select city distinct`"]
      )
    case .sortOfDistinct(let span, let columns):
      Diagnostic(
        "with `distinct`, only selected columns can be sort keys",
        at: span,
        help: ["selected columns: \(Wording.list(columns))"]
      )
    case .sortOfRecords(let span):
      Diagnostic(
        "an aggregate has one value for all records, so it cannot sort them",
        at: span,
        help: ["group the records: `group by …`"]
      )
    case .noGroups(let span, let function):
      Diagnostic(
        "there are no groups here for `\(function)` to aggregate",
        at: span,
        help: ["put conditions on groups in `having`, after `group by`"]
      )
    case .nested(let span, let function, let example):
      Diagnostic(
        "`\(function)` cannot be nested in another aggregate of the group",
        at: span,
        help: example.map { ["aggregate a to-many path instead, as in `\($0)`"] } ?? []
      )
    case .distinctArgument(let span, let function):
      Diagnostic(
        "`distinct` works with `count`, `list` and `text`, not with `\(function)`",
        at: span,
        help: ["for example `count(distinct city)`"]
      )
    case .noTotals(let span, let key):
      Diagnostic(
        "there are no totals here",
        at: span,
        help: ["totals are rows of groups: `group by \(key ?? "…") with totals`"]
      )
    case .totalOfOther(let span, let keys):
      Diagnostic(
        "`isTotal` takes one key of the groups",
        at: span,
        help: ["for example `isTotal(\(keys.first ?? "…"))`"]
      )
    }
  }

  /// Suggestions instead of a type that groups cannot hold.
  private static func parts(of type: ValueType) -> [String] {
    switch type {
    case .composite(let composite):
      composite.fields.first.map { ["use one of its fields, as in `….\($0.name)`"] } ?? []
    case .duration:
      ["use a number of days, as in `days(date, now)`"]
    default:
      []
    }
  }
}

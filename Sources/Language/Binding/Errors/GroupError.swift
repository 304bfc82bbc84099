import Diagnostics
import Model

/// What does not go with groups or with `distinct`.
enum GroupError: BindingError {
  /// Something has many values within a group and is not reduced.
  ///
  /// Without keys it is an aggregate that made the group.
  case ungrouped(SourceSpan, text: String, keys: [String], aggregate: SourceSpan?)
  /// A key is the same for all records.
  case constantKey(SourceSpan)
  /// Values of the type cannot be keys.
  case ungroupable(SourceSpan, found: ValueType)
  /// Values of the type cannot be picked from a group.
  case unpickable(SourceSpan, function: String, found: ValueType)
  /// `*` stands for what groups have many of.
  case allOfGroup(SourceSpan)
  /// `distinct` without `select`.
  case distinctRecords(SourceSpan)
  /// A sort key is no selected column.
  case sortOfDistinct(SourceSpan, columns: [String])
  /// An aggregate of all records stands where these are sorted.
  case sortOfRecords(SourceSpan)
  /// An aggregate of a group stands where there are no groups yet.
  case noGroups(SourceSpan, function: String)
  /// An aggregate stands within an aggregate of a group.
  case nested(SourceSpan, function: String, example: String?)
  /// `distinct` stands in an aggregate that does not take it.
  case distinctArgument(SourceSpan, function: String)

  var diagnostic: Diagnostic {
    switch self {
    case .ungrouped(let span, let text, let keys, let aggregate):
      Diagnostic(
        .error,
        "`\(text)` has many values within a group",
        at: .init(span),
        also: aggregate.map { [.init($0, "this makes all records one group")] } ?? [],
        help: keys.isEmpty
          ? (aggregate == nil ? ["without `group by` all records are one group"] : [])
            + ["reduce it too, as in `max(…)`, or group by it"]
          : ["reduce it, as in `max(…)`, or group by it besides \(Wording.list(keys))"]
      )
    case .constantKey(let span):
      Diagnostic(
        "this is the same for all records",
        at: span,
        help: ["group by what differs, as in `group by city`"]
      )
    case .ungroupable(let span, let found):
      Diagnostic(
        .error,
        "values of this type cannot be the key of a group",
        at: .init(span, Wording.this(found)),
        help: Self.parts(of: found)
      )
    case .unpickable(let span, let function, let found):
      Diagnostic(
        .error,
        "`\(function)` cannot pick values of this type from a group",
        at: .init(span, Wording.this(found)),
        help: Self.parts(of: found)
      )
    case .allOfGroup(let span):
      Diagnostic(
        "`*` stands for the columns of a record, and groups are shown here",
        at: span,
        help: ["select keys and aggregates"]
      )
    case .distinctRecords(let span):
      Diagnostic(
        "`distinct` compares selected columns, and whole records always differ",
        at: span,
        help: ["add a `select`, as in `select city distinct`"]
      )
    case .sortOfDistinct(let span, let columns):
      Diagnostic(
        "with `distinct` only selected columns can be sorted by",
        at: span,
        help: ["these are selected: \(Wording.list(columns))"]
      )
    case .sortOfRecords(let span):
      Diagnostic(
        "an aggregate is one value for all records, so it cannot sort them",
        at: span,
        help: ["group the records: `group by …`"]
      )
    case .noGroups(let span, let function):
      Diagnostic(
        "there are no groups here for `\(function)` to reduce",
        at: span,
        help: ["a condition on groups stands in `having`, behind `group by`"]
      )
    case .nested(let span, let function, let example):
      Diagnostic(
        "`\(function)` stands within another aggregate, where there is one record and no group",
        at: span,
        help: example.map { ["a to-many path can be reduced there, as in `\($0)`"] } ?? []
      )
    case .distinctArgument(let span, let function):
      Diagnostic(
        "`distinct` goes with `count`, not with `\(function)`",
        at: span,
        help: ["for example `count(distinct city)`"]
      )
    }
  }

  /// What may stand in the place of a value of a type that groups cannot hold.
  private static func parts(of type: ValueType) -> [String] {
    switch type {
    case .composite(let composite):
      composite.fields.first.map { ["take one of its fields, as in `….\($0.name)`"] } ?? []
    case .duration:
      ["take a number of days, as in `days(date, now)`"]
    default:
      []
    }
  }
}

import Diagnostics
import Model
import Syntax

/// Something wrong with a saved query: where it gets its name, or where it is asked.
enum SavedQueryError: BindingError {
  /// No saved query has the name.
  case unknown(NameSyntax, entity: String?, nearest: [String], all: [String])
  /// A model has the name that a query is to get.
  case nameOfModel(NameSyntax, entity: String)
  /// A query gets a name that belongs to another entity than it asks.
  case otherEntity(NameSyntax, asks: String, SourceSpan)
  /// A model is given arguments.
  case argumentsOfModel(SourceSpan, entity: String)
  /// `only` stands before a saved query.
  case onlySaved(SourceSpan, name: String)
  /// Parameters without a default are not given.
  case missingArguments(SourceSpan, query: String, [ParameterDeclaration])
  /// The query has no such parameter.
  case unknownArgument(NameSyntax, query: String, nearest: [String], all: [String])
  /// A parameter that must have a value is given nil.
  case nilArgument(SourceSpan, ParameterDeclaration)
  /// The query is made of itself.
  case cycle(SourceSpan, path: [String])
  /// The queries that it is made of make it too large.
  case tooLarge(SourceSpan, query: String)
  /// A column is of a type that clauses around the query cannot work on.
  case unfitColumn(SourceSpan, query: String, column: String, ValueType)
  /// Records are needed, and the query shows columns of its own.
  case columnsForRecords(SourceSpan, query: String)
  /// A row of columns is used as a record.
  case rowAsRecord(SourceSpan, query: String)
  /// A parameter is of a type that takes no arguments.
  case parameterType(SourceSpan, ValueType)

  var diagnostic: Diagnostic {
    switch self {
    case .unknown(let name, let entity, let nearest, let all):
      Diagnostic(
        entity.map { "\($0) has no saved query `\(name.text)`" }
          ?? "there is no saved query named `\(name.text)`",
        at: name.span,
        help: Self.help(nearest, all)
      )
    case .nameOfModel(let name, let entity):
      Diagnostic(
        "`\(name.text)` is a model's name",
        at: name.span,
        help: ["choose another name, or `\(entity).…` for a query of \(entity)"]
      )
    case .otherEntity(let owner, let asked, let span):
      Diagnostic(
        .error,
        "a saved query of \(owner.text) must query \(owner.text)",
        at: .init(span, "this queries \(asked)"),
        also: [.init(owner.span)],
        help: ["remove `\(owner.text).` for a query of no particular model"]
      )
    case .argumentsOfModel(let span, let entity):
      Diagnostic("`\(entity)` is a model and takes no arguments", at: span)
    case .onlySaved(let span, let name):
      Diagnostic("`only` takes a model, but `\(name)` is a saved query", at: span)
    case .missingArguments(let span, let query, let parameters):
      Diagnostic(
        "`\(query)` needs \(parameters.map(Self.described).joined(separator: " and "))",
        at: span,
        help: [
          "write `\(query)("
            + parameters.map { "\($0.name.text): …" }.joined(separator: ", ") + ")`"
        ]
      )
    case .unknownArgument(let name, let query, let nearest, let all):
      Diagnostic(
        "`\(query)` has no parameter `\(name.text)`",
        at: name.span,
        help: all.isEmpty ? ["it has none"] : Self.help(nearest, all)
      )
    case .nilArgument(let span, let parameter):
      Diagnostic(
        "`\(parameter.name.text)` must have a value",
        at: span,
        help: ["only parameters declared with `?` can be nil"]
      )
    case .cycle(let span, let path):
      Diagnostic(
        "the query refers to itself: \(path.joined(separator: " → "))",
        at: span
      )
    case .tooLarge(let span, let query):
      Diagnostic("the saved queries within `\(query)` make this statement too large", at: span)
    case .unfitColumn(let span, let query, let column, let type):
      Diagnostic(
        "clauses cannot use `\(column)` of `\(query)`, which is \(Self.article(type))",
        at: span,
        help: ["only `limit` and `offset` are allowed"]
      )
    case .columnsForRecords(let span, let query):
      Diagnostic(
        "expected records, but `\(query)` selects columns",
        at: span,
        help: ["use a query without `select` and `group by`"]
      )
    case .rowAsRecord(let span, let query):
      Diagnostic(
        "`\(query)` selects columns, so its rows are not records",
        at: span,
        help: ["select the record as a column in it, as in `self as record`"]
      )
    case .parameterType(let span, let type):
      Diagnostic(
        "a parameter must be a single value or an array of single values, not \(Self.article(type))",
        at: span
      )
    }
  }

  private static func help(_ nearest: [String], _ all: [String]) -> [String] {
    if nearest.isEmpty, !all.isEmpty {
      return ["choose from " + Wording.list(all)]
    }
    return Wording.help(nearest)
  }

  private static func described(_ parameter: ParameterDeclaration) -> String {
    let type = parameter.type.name.text
    return "`\(parameter.name.text)`, "
      + (parameter.type.isList ? "a list of \(type)" : "of type \(type)")
  }

  private static func article(_ type: ValueType) -> String {
    switch type {
    case .list: "a list of objects"
    case .composite(let composite) where composite.name == nil: "an object"
    case .null: "always nil"
    case .toMany(let entity): "any number of \(entity) records"
    default: Wording.article(type)
    }
  }
}

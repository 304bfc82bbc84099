import Diagnostics
import Model
import Syntax

/// Invalid saved queries and their use.
enum SavedQueryError: BindingError {
  case unknown(NameSyntax, entity: String?, nearest: [String], all: [String])
  case attribute(NameSyntax, entity: String)
  case nameOfModel(NameSyntax, entity: String)
  case otherEntity(NameSyntax, asks: String, SourceSpan)
  case argumentsOfModel(SourceSpan, entity: String)
  case onlySaved(SourceSpan, name: String)
  case missingArguments(SourceSpan, query: String, [ParameterDeclaration])
  case unknownArgument(NameSyntax, query: String, nearest: [String], all: [String])
  case nilArgument(SourceSpan, ParameterDeclaration)
  case cycle(SourceSpan, path: [String])
  case tooLarge(SourceSpan, query: String)
  case unsuitableColumn(SourceSpan, query: String, column: String, ValueType)
  case sameName(SourceSpan, query: String, column: String)
  case columnsForRecords(SourceSpan, query: String)
  case rowAsRecord(SourceSpan, query: String)
  case parameterType(SourceSpan, ValueType)
  case notQuery(SourceSpan, change: String)
  case notChange(SourceSpan, query: String)
  case unknownChange(NameSyntax, nearest: [String], all: [String])
  case tooManyArguments(SourceSpan, change: String, [ParameterDeclaration])
  case positionalAfterNamed(SourceSpan)
  case notRecordParameter(NameSyntax, found: ValueType)

  var diagnostic: Diagnostic {
    switch self {
    case .unknown, .unknownArgument, .unknownChange: finding.withUnknownName()
    default: finding
    }
  }

  private var finding: Diagnostic {
    switch self {
    case .unknown(let name, let entity, let nearest, let all):
      Diagnostic(
        entity.map { "\($0) has no saved query `\(name.text)`" }
          ?? "there is no saved query named `\(name.text)`",
        at: name.span,
        help: Self.help(nearest, all)
      )
    case .attribute(let name, let entity):
      Diagnostic(
        "\(entity) has no saved query `\(name.text)`",
        at: name.span,
        help: [
          "it is a member: write `fetch \(quotedIfNeeded(entity)) select \(quotedIfNeeded(name.text))`"
        ]
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
    case .unsuitableColumn(let span, let query, let column, let type):
      Diagnostic(
        "clauses cannot use `\(column)` of `\(query)`, which is \(Self.article(type))",
        at: span,
        help: ["only `limit` and `offset` are allowed"]
      )
    case .sameName(let span, let query, let column):
      Diagnostic(
        "`\(query)` has two columns `\(column)`, whose names differ only in Unicode normalization",
        at: span,
        help: ["give one of them another name with `as`"]
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
    case .notQuery(let span, let change):
      Diagnostic(
        "`\(change)` changes records and is not a query",
        at: span,
        help: ["write `do \(change)`"]
      )
    case .notChange(let span, let query):
      Diagnostic(
        "`\(query)` is a query, and `do` runs changes",
        at: span,
        help: ["write `fetch \(query)`"]
      )
    case .unknownChange(let name, let nearest, let all):
      Diagnostic(
        "there is no change named `\(name.text)`",
        at: name.span,
        help: all.isEmpty
          ? ["declare one with `let \(quotedIfNeeded(name.text)) = update …`"]
          : Self.help(nearest, all)
      )
    case .tooManyArguments(let span, let change, let parameters):
      Diagnostic(
        "`\(change)` takes "
          + (parameters.isEmpty
            ? "no arguments"
            : "only \(Wording.list(parameters.map { $0.name.text }))"),
        at: span
      )
    case .positionalAfterNamed(let span):
      Diagnostic(
        "arguments without a name come before those with a name",
        at: span
      )
    case .notRecordParameter(let name, let found):
      Diagnostic(
        "`$\(name.text)` must be a record, not \(Self.article(found))",
        at: name.span,
        help: [
          "declare it as a model, as in `let finish(\(name.text): Workout) = update $\(name.text) set …`"
        ]
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

import Diagnostics
import Model
import Syntax

/// Invalid parameters.
enum ParameterError: BindingError {
  case missing(NameSyntax, wanted: ValueType?, isDeclaring: Bool)
  case inModel(NameSyntax)
  case noOrder(NameSyntax)

  var diagnostic: Diagnostic {
    switch self {
    case .inModel(let name):
      Diagnostic(
        "a model cannot use the parameter `$\(name.text)`",
        at: name.span,
        help: ["use a saved query instead: `let name(\(name.text): …) = fetch …`"]
      )
    case .noOrder(let name):
      Diagnostic(
        "`\(name.text)` must be `asc` or `desc`",
        at: name.span,
        help: ["declare it as `\(name.text): Order = asc`, or set it: `.params \(name.text) desc`"]
      )
    case .missing(let name, let wanted, isDeclaring: true):
      Diagnostic(
        "the query has no parameter `\(name.text)`",
        at: name.span,
        help: [
          "declare it after the query's name: `(\(name.text): \(wanted?.description ?? "Int"))`"
        ]
      )
    case .missing(let name, let wanted, isDeclaring: false):
      Diagnostic(
        .error,
        "the parameter `$\(name.text)` has no value",
        at: .init(name.span, wanted.map { "expected \(Wording.article($0))" } ?? ""),
        help: ["set it with `--param \(name.text)=…` or `.params \(name.text) …`"],
        lacksParameter: true
      )
    }
  }
}

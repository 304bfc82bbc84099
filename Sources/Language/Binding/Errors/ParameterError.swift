import Diagnostics
import Model
import Syntax

/// A parameter that stands for nothing.
enum ParameterError: BindingError {
  /// It has no value; `wanted` is the type that would fit, if that is known.
  case missing(NameSyntax, wanted: ValueType?, isDeclaring: Bool)
  /// A model's declaration reads a parameter.
  case inModel(NameSyntax)

  var diagnostic: Diagnostic {
    switch self {
    case .inModel(let name):
      Diagnostic(
        "a model has no parameters, and `$\(name.text)` is one",
        at: name.span,
        help: ["a saved query takes some: `let name(\(name.text): …) = fetch …`"]
      )
    case .missing(let name, let wanted, isDeclaring: true):
      Diagnostic(
        "the query has no parameter `\(name.text)`",
        at: name.span,
        help: [
          "declare it behind the query's name: `(\(name.text): \(wanted?.description ?? "Int"))`"
        ]
      )
    case .missing(let name, let wanted, isDeclaring: false):
      Diagnostic(
        .error,
        "the parameter `$\(name.text)` has no value",
        at: .init(name.span, wanted.map { "\(Wording.article($0)) fits here" } ?? ""),
        help: ["give it one with `--param \(name.text)=…` or `.params \(name.text) …`"],
        wantedParameter: MissingParameter(name: name.text, type: wanted?.description)
      )
    }
  }
}

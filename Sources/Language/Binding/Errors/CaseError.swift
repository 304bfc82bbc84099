import Diagnostics
import Expressions
import Model
import Syntax

/// A case that no enum has, or several.
enum CaseError: BindingError {
  /// The enum that is expected has no case of this name.
  case unknown(SourceSpan, text: String, EnumerationType)
  /// No enum at all has it.
  case ofNothing(NameSyntax, nearest: [String])
  /// Several enums have it, and nothing says which one is meant.
  case ambiguous(NameSyntax, enums: [String])

  var diagnostic: Diagnostic {
    switch self {
    case .unknown(let span, let text, let type):
      Diagnostic(
        "\(type.name) has no case `\(text)`",
        at: span,
        help: Wording.help(nearestNames(to: text, in: type.cases)) + [Self.list(type)]
      )
    case .ofNothing(let name, let nearest):
      Diagnostic(
        "no enum has a case `\(name.text)`",
        at: name.span,
        help: Self.function(name.text) ?? Wording.help(nearest)
      )
    case .ambiguous(let name, let enums):
      Diagnostic(
        "`.\(name.text)` could be a case of \(Wording.choice(enums))",
        at: name.span,
        help: ["compare it with an attribute, as in `category == .\(name.text)`"]
      )
    }
  }

  /// `.now`, as Swift writes what is a function here.
  private static func function(_ name: String) -> [String]? {
    guard FunctionDeclaration.named(name)?.takesNothing ?? false else { return nil }
    return ["write `\(name)()`"]
  }

  /// `Category has .food .travel .other`, the first dozen of them.
  static func list(_ type: EnumerationType) -> String {
    if type.cases.isEmpty { return "\(type.name) has no cases" }
    let shown = type.cases.prefix(12).map { ".\(quotedIfNeeded($0))" }.joined(separator: " ")
    return "\(type.name) has " + shown + (type.cases.count > 12 ? " …" : "")
  }
}

import Diagnostics
import Expressions
import Model
import Syntax

/// Unknown and ambiguous cases of enums.
enum CaseError: BindingError {
  case unknown(SourceSpan, text: String, EnumerationType)
  case ofNothing(NameSyntax, nearest: [String])
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

  /// Help for a function written as a Swift member: `.now`.
  private static func function(_ name: String) -> [String]? {
    guard let function = FunctionDeclaration.named(name), function.hasNoArguments else {
      return nil
    }
    return ["write `\(function.isWord ? function.function.name : function.usage)`"]
  }

  /// `Category has .food .travel .other`, with at most twelve cases.
  static func list(_ type: EnumerationType) -> String {
    if type.cases.isEmpty { return "\(type.name) has no cases" }
    let shown = type.cases.prefix(12).map { ".\(quotedIfNeeded($0))" }.joined(separator: " ")
    return "\(type.name) has " + shown + (type.cases.count > 12 ? " …" : "")
  }
}

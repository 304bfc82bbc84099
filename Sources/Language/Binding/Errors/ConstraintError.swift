import Diagnostics
import Model
import Syntax

/// Invalid rules, keys, bounds and previous names.
enum ConstraintError: BindingError {
  case invalidKeyMember(NameSyntax, use: String, InvalidKeyReason, fit: [String])
  case inheritedKey(SourceSpan, entity: String, owner: String)
  case repeatedKey(
    SourceSpan,
    use: String,
    attributes: [String],
    first: SourceSpan?,
    other: String?
  )
  case foldedNumbers(SourceSpan)
  case randomRule(SourceSpan)
  case reversedBounds(BoundsSyntax)
  case presentOldName(NameSyntax, entity: String, present: SourceSpan?, isSwap: Bool)
  case ownOldName(NameSyntax)
  case unknownOldName(NameSyntax, entity: String, nearest: [String])
  case sharedOldName(NameSyntax, first: SourceSpan, of: String)

  var diagnostic: Diagnostic {
    switch self {
    case .invalidKeyMember(let name, let use, let reason, let fit):
      Diagnostic(
        "`\(name.text)` is \(reason.rawValue), and `\(use)` takes stored attributes of one value",
        at: name.span,
        help: fit.isEmpty ? [] : ["possible attributes: \(fit.joined(separator: ", "))"]
      )
    case .inheritedKey(let span, let entity, let owner):
      Diagnostic(
        "a key of inherited attributes must be unique among all \(owner) records, not only \(entity)",
        at: span,
        help: ["declare it in \(owner), or add an attribute of \(entity)"]
      )
    case .repeatedKey(let span, let use, let attributes, let first, let other):
      Diagnostic(
        .error,
        "duplicate `\(use) (\(attributes.joined(separator: ", ")))`",
        at: .init(span),
        also: first.map { [.init($0, "first here")] } ?? [],
        help: other.map {
          [
            "it is already `\($0)`; declare it only once",
            "to change an existing key, declare the model in a `version`, and `migrate` to it",
          ]
        } ?? []
      )
    case .foldedNumbers(let span):
      Diagnostic(
        "`[c]` and `[d]` are for strings, and this key has none",
        at: span,
        help: ["write `unique` alone"]
      )
    case .randomRule(let span):
      Diagnostic(
        "a rule cannot use `uuid()`, which returns a new value each time",
        at: span
      )
    case .reversedBounds(let bounds):
      Diagnostic(
        "the minimum \(bounds.minimum) is greater than the maximum \(bounds.maximum ?? 0)",
        at: bounds.span,
        help: ["write the minimum first: `\(bounds.turned.text)`"]
      )
    case .presentOldName(let name, let entity, let present, let isSwap):
      Diagnostic(
        .error,
        "`\(name.text)` is still a member of \(entity), so it cannot be a previous name",
        at: .init(name.span),
        also: present.map { [.init($0, "declared here")] } ?? [],
        help: isSwap
          ? VersionError.swapHelp("members")
          : ["remove `was \(name.text)`, or the member"]
      )
    case .ownOldName(let name):
      Diagnostic(
        "`\(name.text)` is already the current name",
        at: name.span,
        help: ["remove `was \(name.text)`"]
      )
    case .unknownOldName(let name, let entity, let nearest):
      Diagnostic(
        "\(entity) has no `\(name.text)` to rename",
        at: name.span,
        help: nearest.isEmpty ? ["remove `was \(name.text)`"] : Wording.help(nearest)
      )
    case .sharedOldName(let name, let first, let what):
      Diagnostic(
        .error,
        "two \(what) cannot have the same previous name `\(name.text)`",
        at: .init(name.span),
        also: [.init(first, "first here")]
      )
    }
  }
}

extension BoundsSyntax {
  /// `(1...10)`
  var text: String { "(\(minimum)...\(maximum.map(String.init) ?? ""))" }

  /// The bounds in reverse order.
  fileprivate var turned: BoundsSyntax {
    BoundsSyntax(minimum: maximum ?? 0, maximum: minimum, span: span)
  }
}

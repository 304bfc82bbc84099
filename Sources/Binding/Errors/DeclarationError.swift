import Diagnostics
import Model
import Syntax

/// A model declaration that contradicts itself or the schema.
enum DeclarationError: BindingError {
  /// No type and no model has the name.
  case unknownType(NameSyntax, nearest: [String])
  /// The name of a scalar type cannot be a model's.
  case nameOfType(NameSyntax)
  /// A marker stands at a member that it means nothing for.
  case misplacedMarker(SourceSpan, marker: String, where: String)
  /// A list of scalars.
  case listOfScalars(SourceSpan)
  /// A named inverse does not lead back.
  case wrongInverse(NameSyntax, entity: String, leadsTo: String?)
  /// A named inverse leads back as the inverse of another relationship.
  case takenInverse(NameSyntax, entity: String, other: String)
  /// Several relationships could be the inverse.
  case ambiguousInverse(NameSyntax, candidates: [String])
  /// A computed attribute that needs itself.
  case cycle(SourceSpan, path: [String])
  /// A computed attribute that builds on too much.
  case tooLarge(SourceSpan)
  /// A delete would nullify what must have a value.
  case nullifyRequired(SourceSpan, entity: String, property: String)
  /// `display` names a to-many relationship.
  case badDisplay(NameSyntax)

  var diagnostic: Diagnostic {
    switch self {
    case .unknownType(let name, let nearest):
      Diagnostic(
        "no type or model is called `\(name.text)`",
        at: name.span,
        help: Wording.help(nearest)
      )
    case .nameOfType(let name):
      Diagnostic("`\(name.text)` is the name of a type", at: name.span)
    case .misplacedMarker(let span, let marker, let place):
      Diagnostic("`\(marker)` belongs to \(place)", at: span)
    case .listOfScalars(let span):
      Diagnostic(
        "a list holds models, as in `[Expense]`",
        at: span,
        help: ["keep the values in a model of their own"]
      )
    case .wrongInverse(let name, let entity, let leadsTo):
      Diagnostic(
        leadsTo.map { "`\(entity).\(name.text)` leads to \($0), not back" }
          ?? "\(entity) has no relationship `\(name.text)`",
        at: name.span
      )
    case .takenInverse(let name, let entity, let other):
      Diagnostic("`\(entity).\(name.text)` is the inverse of `\(other)`", at: name.span)
    case .ambiguousInverse(let name, let candidates):
      Diagnostic(
        "`\(name.text)` could be the inverse of \(Wording.choice(candidates))",
        at: name.span,
        help: ["say which, as in `inverse \(candidates.first ?? "")`"]
      )
    case .cycle(let span, let path):
      Diagnostic("this is computed from itself: " + path.joined(separator: " → "), at: span)
    case .tooLarge(let span):
      Diagnostic("this builds on too many other computed attributes", at: span)
    case .nullifyRequired(let span, let entity, let property):
      Diagnostic(
        "deleting would empty `\(entity).\(property)`, which must have a value",
        at: span,
        help: ["choose `cascade` or `deny`, or make `\(property)` optional"]
      )
    case .badDisplay(let name):
      Diagnostic("`display` needs an attribute, not a to-many relationship", at: name.span)
    }
  }
}

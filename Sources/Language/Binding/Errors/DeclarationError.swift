import Diagnostics
import Model
import Syntax

/// Invalid declarations of models and types.
enum DeclarationError: BindingError {
  case unknownType(NameSyntax, nearest: [String])
  case nameOfType(NameSyntax)
  case nameOfDeclaredType(NameSyntax)
  case nameOfModel(NameSyntax)
  case noCases(NameSyntax)
  case noFields(NameSyntax)
  case tooManyFields(NameSyntax, CompositeType)
  case tooManyStructFields(NameSyntax)
  case nestedInItself(NameSyntax, others: [String])
  case modelInStruct(SourceSpan, entity: String)
  case misplacedMarker(SourceSpan, marker: String, where: String)
  case listOfStructs(SourceSpan)
  case wrongInverse(NameSyntax, entity: String, destination: String?)
  case takenInverse(NameSyntax, entity: String, other: String)
  case ambiguousInverse(NameSyntax, candidates: [String])
  case cycle(SourceSpan, path: [String])
  case tooLarge(SourceSpan)
  case nullifyRequired(SourceSpan, entity: String, property: String)
  case inheritanceCycle(NameSyntax, path: [String])
  case takenMember(NameSyntax, entity: String)
  case inheritedName(NameSyntax, owner: String)
  case inheritedInverse(NameSyntax, entity: String, owner: String)
  case badDisplay(NameSyntax)
  case repeatedDisplay(SourceSpan, first: SourceSpan)
  case clashingNames(NameSyntax, name: String)

  var diagnostic: Diagnostic {
    switch self {
    case .unknownType(let name, let nearest):
      Diagnostic(
        "no type or model is named `\(name.text)`",
        at: name.span,
        help: Wording.help(nearest)
      )
    case .nameOfType(let name):
      Diagnostic("`\(name.text)` is the name of a type", at: name.span)
    case .nameOfDeclaredType(let name):
      Diagnostic("`\(name.text)` is the name of an enum or a struct", at: name.span)
    case .inheritanceCycle(let name, let path):
      Diagnostic(
        "a model cannot inherit from itself: \(path.joined(separator: " → "))",
        at: name.span
      )
    case .takenMember(let name, let entity):
      Diagnostic("\(entity) already has a member `\(name.text)`", at: name.span)
    case .inheritedName(let name, let owner):
      Diagnostic(
        "`\(name.text)` is inherited from \(owner) and cannot be declared again",
        at: name.span
      )
    case .inheritedInverse(let name, let entity, let owner):
      Diagnostic(
        "`\(entity).\(name.text)` is inherited from \(owner), so it is the inverse for every \(owner)",
        at: name.span,
        help: ["declare the relationship to \(owner), or omit `inverse`"]
      )
    case .nameOfModel(let name):
      Diagnostic("`\(name.text)` is the name of a model", at: name.span)
    case .noCases(let name):
      Diagnostic("an enum needs at least one case", at: name.span)
    case .noFields(let name):
      Diagnostic("a struct needs at least one field", at: name.span)
    case .tooManyFields(let name, let type):
      Diagnostic(
        type.leafCount > FieldLimits.fields
          ? "this struct has more than \(FieldLimits.fields) fields, including nested structs"
          : "this struct is nested more than \(FieldLimits.depth) levels deep",
        at: name.span
      )
    case .tooManyStructFields(let name):
      Diagnostic(
        "the structs of this model have more than \(FieldLimits.fields) fields in total",
        at: name.span,
        help: ["move some of them into another model"]
      )
    case .nestedInItself(let name, let others):
      Diagnostic(
        "a struct cannot be part of itself"
          + (others.count > 1 ? ": \(others.joined(separator: ", "))" : ""),
        at: name.span
      )
    case .modelInStruct(let span, let entity):
      Diagnostic(
        "a struct cannot contain the model \(entity)",
        at: span,
        help: ["relationships belong to models"]
      )
    case .misplacedMarker(let span, let marker, let place):
      Diagnostic("`\(marker)` only applies to \(place)", at: span)
    case .listOfStructs(let span):
      Diagnostic(
        "an array cannot hold structs",
        at: span,
        help: ["use a model instead, as in `[Expense]`"]
      )
    case .wrongInverse(let name, let entity, let destination):
      Diagnostic(
        destination.map { "`\(entity).\(name.text)` references \($0), not this model" }
          ?? "\(entity) has no relationship `\(name.text)`",
        at: name.span
      )
    case .takenInverse(let name, let entity, let other):
      Diagnostic("`\(entity).\(name.text)` is the inverse of `\(other)`", at: name.span)
    case .ambiguousInverse(let name, let candidates):
      Diagnostic(
        "`\(name.text)` could be the inverse of \(Wording.choice(candidates))",
        at: name.span,
        help: ["name one, as in `inverse \(candidates.first ?? "")`"]
      )
    case .cycle(let span, let path):
      Diagnostic("this attribute depends on itself: " + path.joined(separator: " → "), at: span)
    case .tooLarge(let span):
      Diagnostic("this attribute depends on too many others", at: span)
    case .nullifyRequired(let span, let entity, let property):
      Diagnostic(
        "deleting would set `\(entity).\(property)` to nil, but it is required",
        at: span,
        help: ["choose `cascade` or `deny`, or make `\(property)` optional"]
      )
    case .repeatedDisplay(let span, let first):
      Diagnostic(
        .error,
        "a model can have only one `display`",
        at: .init(span),
        also: [.init(first, "first here")]
      )
    case .clashingNames(let model, let name):
      Diagnostic(
        "two members of \(model.text), its parents and submodels would be stored as `\(name)`",
        at: model.span,
        help: ["rename one of them"]
      )
    case .badDisplay(let name):
      Diagnostic("`display` needs an attribute, not a to-many relationship", at: name.span)
    }
  }
}

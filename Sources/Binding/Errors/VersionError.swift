import Diagnostics
import Model
import Syntax

/// A step of a version that cannot be made.
enum VersionError: BindingError {
  /// A computed attribute is renamed, which has no values.
  case computedRename(NameSyntax)
  /// A member is said to have had two names.
  case twoFormerNames(NameSyntax, other: NameSyntax)
  /// Members are set of a model that has no records before.
  case newModel(NameSyntax)
  /// A field is named of something that is no struct.
  case noFields(NameSyntax, of: String, ValueType)
  /// A struct is set as a whole.
  case wholeStruct(NameSyntax, CompositeType)
  /// A to-many relationship is set.
  case notOne(NameSyntax)
  /// A to-one relationship is set to something that is no such record.
  case notRecord(SourceSpan, of: Relationship, found: ValueType)

  var diagnostic: Diagnostic {
    switch self {
    case .computedRename(let name):
      Diagnostic("`\(name.text)` is computed, and has no former values", at: name.span)
    case .twoFormerNames(let name, let other):
      Diagnostic(
        .error,
        "a member was called one way only",
        at: .init(name.span, "`\(name.text)` here"),
        also: [.init(other.span, "`\(other.text)` here")]
      )
    case .newModel(let name):
      Diagnostic(
        "\(name.text) is new in this version, and has no records to set anything of",
        at: name.span
      )
    case .noFields(let name, let path, let type):
      Diagnostic("`\(path)` is \(type), and has no field `\(name.text)`", at: name.span)
    case .wholeStruct(let name, let type):
      Diagnostic(
        "`\(name.text)` is \(type.name ?? "a struct"), whose fields are set one by one",
        at: name.span,
        help: type.fields.first.map { ["as in `\(name.text).\(quotedIfNeeded($0.name)) = …`"] }
          ?? []
      )
    case .notOne(let name):
      Diagnostic(
        "a step sets attributes and to-one relationships, not `\(name.text)`",
        at: name.span,
        help: ["`update` sets others after `migrate`"]
      )
    case .notRecord(let span, let relationship, let type):
      Diagnostic(
        .error,
        "`\(relationship.name)` takes \(relationship.destination) records",
        at: .init(span, Wording.this(type)),
        help: ["a path leads to one, as in `budget.parent`"]
      )
    }
  }
}

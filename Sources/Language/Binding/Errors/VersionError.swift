import Diagnostics
import Model
import Syntax

/// A step of a version that cannot be made.
enum VersionError: BindingError {
  /// A computed attribute is renamed, which has no values.
  case computedRename(NameSyntax)
  /// A member or a model is said to have had two names.
  case twoFormerNames(NameSyntax, other: NameSyntax, of: String)
  /// A model is said to have had the name of another one; the two may be said to swap their names.
  case presentModel(NameSyntax, present: NameSyntax, isSwap: Bool)
  /// A case is said to have had the name of another one; the two may be said to swap their names.
  case presentCase(NameSyntax, present: NameSyntax, isSwap: Bool)
  /// A model is renamed outside of a version.
  case renamedAlone(NameSyntax, new: NameSyntax)
  /// A model, or a member of one, is named as it was called before the version.
  case oldName(NameSyntax, now: String)
  /// A struct, or a field of one, is renamed.
  case renamedStruct(NameSyntax, fields: (old: String, new: String))
  /// An enum or a struct is renamed as if it were a model.
  case renamedType(NameSyntax, keyword: Keyword)
  /// Members are set of a model that has no records before.
  case newModel(NameSyntax)
  /// A field is named of something that is no struct.
  case noFields(NameSyntax, of: String, ValueType)
  /// A struct is set as a whole.
  case wholeStruct(NameSyntax, CompositeType)
  /// A member is set of what a relationship leads to.
  case beyondRelationship(NameSyntax, Relationship)
  /// A to-one relationship is set to something that is no such record.
  case notRecord(SourceSpan, of: Relationship, found: ValueType)

  var diagnostic: Diagnostic {
    switch self {
    case .computedRename(let name):
      Diagnostic("`\(name.text)` is computed and has no values to rename", at: name.span)
    case .twoFormerNames(let name, let other, let what):
      Diagnostic(
        .error,
        "a \(what) can have only one previous name",
        at: .init(name.span, "`\(name.text)` here"),
        also: [.init(other.span, "`\(other.text)` here")]
      )
    case .presentModel(let name, let present, let isSwap):
      Diagnostic(
        .error,
        "the version has another model `\(name.text)`",
        at: .init(name.span),
        also: [.init(present.span, "declared here")],
        help: isSwap ? Self.swapHelp("models") : []
      )
    case .presentCase(let name, let present, let isSwap):
      Diagnostic(
        .error,
        "the version has another case `\(name.text)`",
        at: .init(name.span),
        also: [.init(present.span, "declared here")],
        help: isSwap ? Self.swapHelp("cases") : []
      )
    case .renamedAlone(let old, let new):
      Diagnostic(
        "models can only be renamed in a version",
        at: old.span,
        help: [
          "as in `version 2 { model \(quotedIfNeeded(new.text)) was \(quotedIfNeeded(old.text)) { … } … }`"
        ]
      )
    case .oldName(let name, let now):
      Diagnostic(
        "`\(name.text)` is named `\(now)` in this version",
        at: name.span,
        help: [
          "use the new name: `\(quotedIfNeeded(now))`"
        ]
      )
    case .renamedStruct(let name, let fields):
      Diagnostic(
        "`\(name.text)` is a struct; `rename` does not apply to structs and their fields",
        at: name.span,
        help: [
          "move the values with `set`, as in `set Event.place.\(fields.new) = place.\(fields.old)`"
        ]
      )
    case .renamedType(let name, let keyword):
      Diagnostic(
        "`\(name.text)` is \(keyword == .enum ? "an enum" : "a struct"), and `rename` is for models, members and cases",
        at: name.span,
        help: ["to rename it, declare the type under its new name"]
      )
    case .newModel(let name):
      Diagnostic(
        "\(name.text) is new in this version and has no records to change",
        at: name.span
      )
    case .noFields(let name, let path, let type):
      Diagnostic("`\(path)` is \(type) and has no field `\(name.text)`", at: name.span)
    case .wholeStruct(let name, let type):
      Diagnostic(
        "`\(name.text)` is \(type.name ?? "a struct"); set its fields one by one",
        at: name.span,
        help: type.fields.first.map { ["as in `\(name.text).\(quotedIfNeeded($0.name)) = …`"] }
          ?? []
      )
    case .beyondRelationship(let name, let relationship):
      Diagnostic(
        "a `set` step cannot change the records that `\(relationship.name)` references",
        at: name.span,
        help: [
          "as in `set \(quotedIfNeeded(relationship.destination)).\(quotedIfNeeded(name.text)) = …`"
        ]
      )
    case .notRecord(let span, let relationship, let type):
      Diagnostic(
        .error,
        "`\(relationship.name)` takes \(relationship.destination) records",
        at: .init(span, Wording.this(type)),
        help: [
          "write a path, as in `budget.parent`, or a query: "
            + "`(\(quotedIfNeeded(relationship.destination)) where …)`"
        ]
      )
    }
  }

  /// Two of a kind cannot swap their names at once, as each name has to be free.
  static func swapHelp(_ kind: String) -> [String] {
    ["to swap names of \(kind), use a third name and three versions"]
  }
}

import Diagnostics
import Model
import Syntax

/// Invalid steps of versions.
enum VersionError: BindingError {
  case computedRename(NameSyntax)
  case twoOldNames(NameSyntax, other: NameSyntax, of: String)
  case present(NameSyntax, present: NameSyntax, of: String, isSwap: Bool)
  case renamedAlone(NameSyntax, new: NameSyntax)
  case oldName(NameSyntax, now: String)
  case renamedStruct(NameSyntax, fields: (old: String, new: String))
  case renamedType(NameSyntax, keyword: Keyword)
  case newModel(NameSyntax)
  case noFields(NameSyntax, of: String, ValueType)
  case wholeStruct(NameSyntax, CompositeType)
  case beyondRelationship(NameSyntax, Relationship)
  case notRecord(SourceSpan, of: Relationship, found: ValueType)

  var diagnostic: Diagnostic {
    switch self {
    case .computedRename(let name):
      Diagnostic("`\(name.text)` is computed and has no values to rename", at: name.span)
    case .twoOldNames(let name, let other, let what):
      Diagnostic(
        .error,
        "a \(what) can have only one previous name",
        at: .init(name.span, "`\(name.text)` here"),
        also: [.init(other.span, "`\(other.text)` here")]
      )
    case .present(let name, let present, let kind, let isSwap):
      Diagnostic(
        .error,
        "the version has another \(kind) `\(name.text)`",
        at: .init(name.span),
        also: [.init(present.span, "declared here")],
        help: isSwap ? Self.swapHelp(kind + "s") : []
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

  /// Help for members or models that swap names, which takes a temporary name.
  static func swapHelp(_ kind: String) -> [String] {
    ["to swap names of \(kind), use a third name and three versions"]
  }
}

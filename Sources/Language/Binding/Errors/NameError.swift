import Diagnostics
import Expressions
import Model
import Syntax

/// Unknown, ambiguous and repeated names.
enum NameError: BindingError {
  case unknownEntity(NameSyntax, nearest: [String])
  case entityElsewhere(NameSyntax, store: String)
  case waitingEntity(NameSyntax, for: [String])
  case awaitedEntity(NameSyntax, by: [String])
  case attributeOfKind(NameSyntax, entity: String, kinds: [String], path: String)
  case ambiguous(NameSyntax, candidates: [String])
  case unknownProperty(NameSyntax, entity: String, nearest: [String])
  case selectedColumn(NameSyntax, entity: String, expression: String)
  case attributeAround(NameSyntax, entity: String, hint: String)
  case outsideOfQuery(NameSyntax, entity: String)
  case aliasOfAttribute(NameSyntax, entity: String)
  case unknownField(NameSyntax, composite: String, nearest: [String])
  case fieldOfRecord(NameSyntax, composite: String, relationship: String)
  case noMembers(NameSyntax, of: ValueType, unknown: UnknownInput)
  case unknownMember(NameSyntax, entity: String, UnknownInput)
  case repeated(NameSyntax, first: SourceSpan)

  var diagnostic: Diagnostic {
    if case .repeated = self { return finding }
    return finding.withUnknownName()
  }

  private var finding: Diagnostic {
    switch self {
    case .unknownEntity(let name, let nearest):
      Diagnostic("no model is named `\(name.text)`", at: name.span, help: Wording.help(nearest))
    case .entityElsewhere(let name, let store):
      Diagnostic(
        "no model is named `\(name.text)` in this store",
        at: name.span,
        help: ["the store `\(store)` has this model: `use \(quotedIfNeeded(store))`"]
      )
    case .waitingEntity(let name, let missing):
      Diagnostic(
        "\(name.text) waits for \(missing.joined(separator: ", "))",
        at: name.span,
        help: ["declare \(missing.count == 1 ? "it" : "them") to complete it"]
      )
    case .awaitedEntity(let name, let waiting):
      Diagnostic(
        "no model is named `\(name.text)`",
        at: name.span,
        help: [
          "\(waiting.joined(separator: ", ")) \(waiting.count == 1 ? "is" : "are") waiting for it too"
        ]
      )
    case .attributeOfKind(let name, let entity, let kinds, let path):
      Diagnostic(
        "\(entity) has no attribute `\(name.text)`, but \(Wording.choice(kinds)) does",
        at: name.span,
        help: ["use a cast, as in `(\(path) as \(kinds.first ?? "")).\(name.text)`"]
      )
    case .ambiguous(let name, let candidates):
      Diagnostic(
        "`\(name.text)` could be \(Wording.choice(candidates))",
        at: name.span,
        help: ["match upper and lower case exactly"]
      )
    case .unknownProperty(let name, let entity, let nearest):
      Diagnostic(
        "\(entity) has no attribute `\(name.text)`",
        at: name.span,
        help: Wording.help(nearest)
      )
    case .selectedColumn(let name, let entity, let expression):
      Diagnostic(
        "\(entity) has no attribute `\(name.text)`",
        at: name.span,
        help: [
          "only `sort` can use names given in `select`; write `\(expression)` here"
        ]
      )
    case .attributeAround(let name, let entity, let hint):
      Diagnostic("\(entity) has no attribute `\(name.text)`", at: name.span, help: [hint])
    case .outsideOfQuery(let name, let entity):
      Diagnostic(
        "a query in parentheses cannot read the outer record, and \(entity) has no `\(name.text)`",
        at: name.span,
        help: [
          "use a quantifier instead: `any(… where …)`, with `as` to name the outer record"
        ]
      )
    case .aliasOfAttribute(let name, let entity):
      Diagnostic(
        "`\(name.text)` is an attribute of \(entity), so it cannot name the record",
        at: name.span,
        help: ["choose another name"]
      )
    case .unknownField(let name, let composite, let nearest):
      Diagnostic(
        "`\(composite)` has no field `\(name.text)`",
        at: name.span,
        help: Wording.help(nearest)
      )
    case .unknownMember(let name, let entity, let unknown):
      Diagnostic(
        "\(entity) has no attribute `\(name.text)`",
        at: name.span,
        help: name.text.lowercased() == "id"
          ? ["the identity of a record is `@id`, as in `@id == \(quotedIfNeeded(entity))#1`"] : []
      )
      .with(unknown: unknown)
    case .fieldOfRecord(let name, let composite, let relationship):
      Diagnostic(
        "`\(composite)` has no field `\(name.text)`",
        at: name.span,
        help: [
          "arrays of objects become related records: write `\(relationship)`"
        ]
      )
    case .noMembers(let name, let type, let unknown):
      Diagnostic(
        "a value of type \(type) has no member `\(name.text)`",
        at: name.span,
        help: Self.functionAdvice(name.text, type).map { [$0] } ?? []
      )
      .with(unknown: unknown)
    case .repeated(let name, let first):
      Diagnostic(
        .error,
        "duplicate `\(name.text)`",
        at: .init(name.span),
        also: [.init(first, "first here")]
      )
    }
  }

  private static func functionAdvice(_ name: String, _ type: ValueType) -> String? {
    if type.element != nil { return "aggregate an array, as in `count(…)` or `max(…)`" }
    guard let function = FunctionDeclaration.named(name), !function.hasNoArguments else {
      return nil
    }
    return "it is a function: write `\(function.usage)`"
  }
}

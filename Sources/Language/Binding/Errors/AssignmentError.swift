import Diagnostics
import Model
import Syntax

/// Invalid assignments.
enum AssignmentError: BindingError {
  case setTwice(SourceSpan, AttributePath, first: SourceSpan, AttributePath)
  case attributeOfKind(NameSyntax, entity: String, kinds: [String])
  case otherRecord(AssignmentSyntax, owner: String, areMany: Bool, statement: String)
  case unmovable(AssignmentSyntax, AttributePath, ValueType)
  case movedByNil(SourceSpan, AssignmentOperation)
  case elements(SourceSpan, found: ValueType, AttributePath, ValueType)
  case stepOfOne(AssignmentSyntax, String)
  case pathForMany(SourceSpan, Relationship)
  case newRecordTaken(SourceSpan, Relationship)

  var diagnostic: Diagnostic {
    switch self {
    case .setTwice(let span, let path, let first, let earlier):
      Diagnostic(
        .error,
        path == earlier
          ? "`\(path)` is set twice" : "`\(path)` and `\(earlier)` cannot be set together",
        at: .init(span),
        also: [.init(first, "first here")]
      )
    case .attributeOfKind(let name, let entity, let kinds):
      Diagnostic(
        "\(entity) has no attribute `\(name.text)`, but \(Wording.choice(kinds)) does",
        at: name.span,
        help: ["write `update \(kinds.first ?? "") …`"]
      )
    case .otherRecord(let assignment, let owner, let areMany, let statement):
      Diagnostic(
        "`\(assignment.target)` belongs to "
          + (areMany ? "related \(owner) records" : "a related \(owner) record"),
        at: assignment.pathSpan,
        help: ["write `\(statement)`"]
      )
    case .unmovable(let assignment, let path, let type):
      Self.unmovable(assignment, path, type)
    case .movedByNil(let span, let operation):
      Diagnostic("`\(operation.rawValue)` requires a non-nil value", at: span)
    case .elements(let span, let found, let path, let type):
      Diagnostic(
        .error,
        "`\(path)` takes \(type)",
        at: .init(span, Wording.this(found)),
        help: type.element.map { ["its elements are \($0)"] } ?? []
      )
    case .stepOfOne(let assignment, let name):
      Diagnostic(
        "`\(assignment.operation.rawValue)` needs a to-many relationship, and `\(name)` is to-one",
        at: assignment.operationSpan,
        help: ["write `\(name) = …`, or `\(name) = nil`"]
      )
    case .pathForMany(let span, let relationship):
      Diagnostic(
        "`\(relationship.name)` cannot be set from a path, which differs for each record",
        at: span,
        help: [Self.naming(relationship)]
      )
    case .newRecordTaken(let span, let relationship):
      Diagnostic(
        "cannot remove a record that is being created",
        at: span,
        help: [Self.naming(relationship)]
      )
    }
  }

  /// How to name existing records.
  private static func naming(_ relationship: Relationship) -> String {
    let entity = quotedIfNeeded(relationship.destination)
    return "write `\(entity)#1` or `(\(entity) where …)`"
  }

  private static func unmovable(
    _ assignment: AssignmentSyntax,
    _ path: AttributePath,
    _ type: ValueType
  ) -> Diagnostic {
    Diagnostic(
      .error,
      "`\(assignment.operation.rawValue)` does not apply to \(type)",
      at: .init(assignment.operationSpan),
      also: [.init(assignment.pathSpan, Wording.this(type))],
      help: [advice(assignment, path, type)]
    )
  }

  private static func advice(
    _ assignment: AssignmentSyntax,
    _ path: AttributePath,
    _ type: ValueType
  ) -> String {
    switch type {
    case .string:
      "`replace` removes part of a string, as in `\(path) = replace(\(path), \"…\", \"\")`"
    case .composite(let composite):
      "write `\(path) = { … }`, or change a field, such as `\(path).\(composite.fields.first?.name ?? "")`"
    default:
      "write `\(assignment.target) = …`"
    }
  }
}

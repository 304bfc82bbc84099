import Diagnostics
import Model
import Syntax

/// Something that `set` cannot do.
enum AssignmentError: BindingError {
  /// A property, or a part or the whole of it, was set before.
  case setTwice(SourceSpan, AttributePath, first: SourceSpan, AttributePath)
  /// Only models that specialise this one have the attribute.
  case attributeOfKind(NameSyntax, entity: String, kinds: [String])
  /// The property is one of another record; `statement` sets it.
  case otherRecord(AssignmentSyntax, owner: String, areMany: Bool, statement: String)
  /// `+=` or `-=` of values that nothing is added to, or taken away from.
  case unmovable(AssignmentSyntax, AttributePath, ValueType)
  /// Nil is added or taken away.
  case movedByNil(SourceSpan, AssignmentOperation)
  /// An array gets, or loses, something that is no element of it.
  case elements(SourceSpan, found: ValueType, AttributePath, ValueType)
  /// `+=` or `-=` of a to-one relationship.
  case stepOfOne(AssignmentSyntax, String)
  /// A to-many relationship is given what lies behind a path, which differs from record to record.
  case pathForMany(SourceSpan, Relationship)
  /// A new record is taken away.
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

  /// How records that are there are named.
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

  /// What to write instead.
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

import Diagnostics
import Model
import Syntax

/// Invalid records and values in `insert`.
enum InsertError: BindingError {
  case missingValue(SourceSpan, entity: String, properties: [String])
  case nilForRequired(SourceSpan, property: String)
  case computed(NameSyntax)
  case notRecord(SourceSpan, relationship: Relationship)
  case otherEntity(SourceSpan, found: String, expected: String)
  case nestedValue(SourceSpan, property: String, ValueType)
  case notFields(SourceSpan, property: String, CompositeType, found: ValueType)
  case missingFields(SourceSpan, composite: String, fields: [String], alone: String?)
  case severalForOne(SourceSpan, property: String)

  var diagnostic: Diagnostic {
    switch self {
    case .missingValue(let span, let entity, let properties):
      Diagnostic(Self.missing(properties, of: entity), at: span)
    case .missingFields(let span, let composite, let fields, let alone):
      Diagnostic(
        Self.missing(fields, of: composite),
        at: span,
        help: alone.map { ["to set a single field, write `\($0) = …`"] } ?? []
      )
    case .nilForRequired(let span, let property):
      Diagnostic(
        "`\(property)` must have a value",
        at: span,
        help: ["only attributes declared with `?` can be nil"]
      )
    case .computed(let name):
      Diagnostic("`\(name.text)` is computed and cannot be given a value", at: name.span)
    case .notRecord(let span, let relationship):
      Diagnostic(
        "`\(relationship.name)` takes \(relationship.isToMany ? "records" : "a record")",
        at: span,
        help: [Self.example(relationship)]
      )
    case .otherEntity(let span, let found, let expected):
      Diagnostic(.error, "expected a \(expected)", at: .init(span, "this is a \(found)"))
    case .nestedValue(let span, let property, let type):
      Diagnostic(
        type.isComposite
          ? "`\(property)` takes one \(type)" : "`\(property)` takes \(type), not a record",
        at: span
      )
    case .notFields(let span, let property, let type, let found):
      Diagnostic(
        .error,
        "`\(property)` takes the fields of \(ValueType.composite(type))",
        at: .init(span, Wording.this(found)),
        help: [
          "for example { " + type.fields.map { "\($0.name): …" }.joined(separator: ", ") + " }"
        ]
      )
    case .severalForOne(let span, let property):
      Diagnostic("`\(property)` takes one record", at: span)
    }
  }

  private static func missing(_ properties: [String], of owner: String) -> String {
    "\(owner) needs a value for \(Wording.list(properties))"
  }

  private static func example(_ relationship: Relationship) -> String {
    relationship.isToMany
      ? "write `[ { … } ]`, `[\(relationship.destination)#1]` or `(\(relationship.destination) where …)`"
      : "write `{ … }`, `\(relationship.destination)#1` or `(\(relationship.destination) where …)`"
  }
}

import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// An attribute, or a field of a struct.
struct FieldTarget {
  let path: AttributePath
  let type: ValueType
  let isOptional: Bool
}

extension FieldTarget {
  init(_ attribute: Attribute) {
    self.init(
      path: AttributePath([attribute.name]),
      type: attribute.type,
      isOptional: attribute.isOptional
    )
  }

  /// A field of this struct.
  func field(_ field: CompositeField) -> FieldTarget {
    FieldTarget(path: path.appending(field.name), type: field.type, isOptional: field.isOptional)
  }

  /// The stored fields of this struct; itself for a scalar.
  var leaves: [FieldTarget] {
    guard case .composite(let type) = type else { return [self] }
    return type.fields.flatMap { field($0).leaves }
  }
}

/// A stored field with its value.
struct StoredValue {
  let path: AttributePath
  let value: TypedExpression
}

/// Binds the values of attributes; a struct takes its fields, another struct, or nil.
struct FieldBinder {
  let expressions: ExpressionBinder
  /// Whether a single field of a struct could be set.
  var isUpdate = false

  private var findings: Findings { expressions.findings }

  /// The values of the stored fields of `target`; empty after an error.
  func values(_ value: FieldValue, for target: FieldTarget) -> [StoredValue] {
    switch (value, target.type) {
    case (.expression(let syntax), .composite(let type)):
      return parts(of: syntax, type, target)
    case (.expression(let syntax), let type):
      let stored = expressions.storedValue(
        syntax,
        type,
        isOptional: target.isOptional,
        of: target.path.description
      )
      return stored.map { [StoredValue(path: target.path, value: $0)] } ?? []
    case (.record(let record), .composite(let type)):
      return fields(record, type, target)
    case (.record(let record), _):
      return refuse(record.span, target)
    case (.records(_, let span), _):
      return refuse(span, target)
    }
  }

  private func refuse(_ span: SourceSpan, _ target: FieldTarget) -> [StoredValue] {
    findings.report(
      InsertError.nestedValue(span, property: target.path.description, target.type)
    )
    return []
  }

  /// `{ street: "…", city: "…" }`
  private func fields(
    _ record: RecordSyntax,
    _ type: CompositeType,
    _ target: FieldTarget
  ) -> [StoredValue] {
    var given = AssignedNames()
    var values: [StoredValue] = []
    for part in record.fields {
      guard let field = field(part.name, of: target.path, type),
        findings.isFirst(part.name, field.name, in: &given)
      else { continue }
      values += self.values(part.value, for: target.field(field))
    }
    let absent = type.fields.filter { !given.names.contains($0.name) }
    reportMissing(absent.filter { !$0.isOptional }, record, type, target)
    return values + absent.flatMap { Self.nothing(target.field($0)) }
  }

  func field(
    _ name: NameSyntax,
    of path: AttributePath,
    _ type: CompositeType
  ) -> CompositeField? {
    findings.name(name, among: type.fields.map(\.name)) {
      NameError.unknownField(name, composite: path.description, nearest: $0)
    }
    .flatMap(type.field)
  }

  private func reportMissing(
    _ missing: [CompositeField],
    _ record: RecordSyntax,
    _ type: CompositeType,
    _ target: FieldTarget
  ) {
    if missing.isEmpty { return }
    findings.report(
      InsertError.missingFields(
        record.span,
        composite: type.name ?? target.path.description,
        fields: missing.map(\.name),
        alone: isUpdate ? record.fields.first.map { "\(target.path).\($0.name.text)" } : nil
      )
    )
  }

  /// The fields of a struct expression.
  private func parts(
    of syntax: ExpressionSyntax,
    _ type: CompositeType,
    _ target: FieldTarget
  ) -> [StoredValue] {
    guard let bound = expressions.bind(syntax) else { return [] }
    if case .literal(.null) = bound.kind {
      if target.isOptional { return Self.nothing(target) }
      findings.report(
        InsertError.nilForRequired(syntax.span, property: target.path.description)
      )
      return []
    }
    let depth = target.path.components.count
    let values = target.leaves.compactMap { leaf in
      bound.part(Array(leaf.path.components.dropFirst(depth)), leaf.type).map {
        StoredValue(path: leaf.path, value: $0)
      }
    }
    if bound.type == target.type, values.count == target.leaves.count { return values }
    findings.report(
      InsertError.notFields(
        syntax.span,
        property: target.path.description,
        type,
        found: bound.type
      )
    )
    return []
  }

  private static func nothing(_ target: FieldTarget) -> [StoredValue] {
    target.leaves.map { StoredValue(path: $0.path, value: .literal(.null, $0.type)) }
  }
}

extension ValueType {
  /// Whether this is a struct.
  var isComposite: Bool {
    if case .composite = self { true } else { false }
  }
}

extension TypedExpression {
  /// The field of this struct at `names`; nil if this is not a struct with known parts.
  fileprivate func part(_ names: [String], _ type: ValueType) -> TypedExpression? {
    switch kind {
    case .literal(.null):
      return .literal(.null, type)
    case .composite(let leaves, let record):
      return leaves.first { $0.names == names }.map {
        TypedExpression(.attribute($0.path, of: record), $0.type)
      }
    case .conditional(let condition, let then, let otherwise):
      return Self.part(names, type, if: condition, then, otherwise)
    case .coalesce(let first, let second):
      return Self.part(names, type, if: first.isPresent, first, second)
    default:
      return nil
    }
  }

  private static func part(
    _ names: [String],
    _ type: ValueType,
    if condition: TypedExpression,
    _ then: TypedExpression,
    _ otherwise: TypedExpression
  ) -> TypedExpression? {
    guard let then = then.part(names, type), let otherwise = otherwise.part(names, type) else {
      return nil
    }
    return TypedExpression(.conditional(condition, then: then, otherwise: otherwise), type)
  }
}

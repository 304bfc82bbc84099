import Diagnostics
import Foundation
import Model
import Syntax

/// Literal identities of records: `Budget#3`, `Item#(7, "a")`.
extension ExpressionBinder {
  func recordLiteral(
    _ name: NameSyntax,
    _ key: RecordKeySyntax,
    _ span: SourceSpan
  ) -> TypedExpression? {
    identity(name, key, span).map { entity, id in
      .literal(.record(id), .record(entity: entity.name))
    }
  }

  /// The named model and the identity; nil after an error.
  func identity(
    _ name: NameSyntax,
    _ key: RecordKeySyntax,
    _ span: SourceSpan
  ) -> (entity: Entity, id: RecordID)? {
    guard let entity = entity(name), let root = schema.entity(schema.root(of: entity.name)) else {
      return nil
    }
    return self.key(key, of: root, span).map { (entity, RecordID(entity: root.name, key: $0)) }
  }

  private func key(
    _ key: RecordKeySyntax,
    of root: Entity,
    _ span: SourceSpan
  ) -> RecordKey? {
    let values: [ExpressionSyntax] =
      switch key {
      case .number(let number): [ExpressionSyntax(.literal(.int(number)), span: span)]
      case .values(let values): values
      }
    let parts = root.identity.values
    let types = parts?.map { type(of: $0, in: root) } ?? [.int]
    guard values.count == types.count else { return fail(invalidIdentity(root, span)) }
    var constants: [Value] = []
    for (syntax, type) in zip(values, types) {
      if let special = Self.special(syntax, type) {
        constants.append(special)
        continue
      }
      guard let bound = bind(syntax) else { return nil }
      guard let value = adapted(bound, syntax, to: type)?.constant else {
        return findings.hasFinding(within: syntax.span) ? nil : fail(invalidIdentity(root, span))
      }
      constants.append(value)
    }
    if parts == nil, case .int(let number) = constants[0] { return .number(number) }
    return .values(constants)
  }

  /// A part of a key that is not a value of its type, as a database writes it.
  private static func special(_ syntax: ExpressionSyntax, _ type: ValueType) -> Value? {
    guard case .literal(.string(let text)) = syntax.kind else { return nil }
    switch type {
    case .date: return ["infinity", "-infinity"].contains(text) ? .string(text) : nil
    case .decimal: return ["NaN", "Infinity", "-Infinity"].contains(text) ? .string(text) : nil
    case .double:
      if text == "NaN" { return .string(text) }
      return ["Infinity", "-Infinity"].contains(text) ? Double(text).map(Value.double) : nil
    default: return nil
    }
  }

  private func invalidIdentity(_ root: Entity, _ span: SourceSpan) -> IdentityError {
    IdentityError(span: span, entity: root.name, parts: root.identity.values?.map(\.member) ?? [])
  }

  /// The type of a part of an identity; for a relationship, that of the referenced part.
  private func type(of part: IdentityPart, in entity: Entity) -> ValueType {
    var (part, entity) = (part, entity)
    for _ in 0..<schema.entities.count {
      if let attribute = entity.attribute(part.member) { return attribute.type }
      guard let relationship = entity.relationship(part.member),
        let destination = schema.entity(relationship.destination),
        let parts = destination.identity.values, parts.indices.contains(part.place)
      else { break }
      (part, entity) = (parts[part.place], destination)
    }
    return .int
  }
}

extension TypedExpression {
  /// The value of a literal; nil for nil and for other expressions.
  fileprivate var constant: Value? {
    switch kind {
    case .literal(let value) where !value.isNull: value
    case .widen(let inner):
      inner.constant.flatMap { if case .int(let n) = $0 { .decimal(Decimal(n)) } else { nil } }
    default: nil
    }
  }
}

extension RecordIdentity {
  /// The parts of an identity; nil if it is a number.
  fileprivate var values: [IdentityPart]? {
    if case .values(let parts) = self { parts } else { nil }
  }
}

import Binding
import Diagnostics
import Model
import Session
import Syntax

extension KeyMatch {
  /// The relationship of a `key` clause.
  init(_ syntax: KeyMatchSyntax, of entity: Entity, _ binder: Binder) throws {
    let relationship = try Self.relationship(syntax, of: entity)
    let destination = try binder.bindEntity(syntax.target.entity)
    let inverse = destination.relationship(relationship.inverse)
    guard !relationship.isToMany, inverse?.isToMany != false else {
      throw Self.failure(
        "`key` needs a to-one relationship whose inverse is to-many",
        syntax.relationship.span
      )
    }
    guard relationship.destination == destination.name else {
      throw Self.failure(
        "\(entity.name).\(relationship.name) references \(relationship.destination), not \(destination.name)",
        syntax.target.entity.span
      )
    }
    let attribute = syntax.target.attribute
    guard let key = destination.attribute(attribute.text) else {
      throw Self.failure(
        "\(destination.name) has no attribute `\(attribute.text)`",
        attribute.span,
        destination.suggestion(for: attribute.text)
      )
    }
    self.init(
      relationship: relationship,
      destination: destination,
      key: key,
      allowsMissing: syntax.allowsMissing,
      span: syntax.target.entity.span.joined(with: attribute.span)
    )
  }

  /// The relationship named by a clause.
  private static func relationship(
    _ syntax: KeyMatchSyntax,
    of entity: Entity
  ) throws -> Relationship {
    let name = syntax.relationship
    if let relationship = entity.relationship(name.text) { return relationship }
    let names = entity.relationships.filter { !$0.isAnonymous }.map(\.name)
    let target = "\(syntax.target.entity.text).\(syntax.target.attribute.text)"
    let related =
      "`relate \(entity.name).\(name.text) to \(target)` turns the attribute into one"
    throw failure(
      "\(entity.name) has no relationship `\(name.text)`",
      name.span,
      didYouMean(nearestNames(to: name.text, in: names))
        ?? (entity.attribute(name.text) == nil ? nil : related)
    )
  }

  private static func failure(
    _ message: String,
    _ span: SourceSpan,
    _ help: String? = nil
  ) -> DiagnosticList {
    DiagnosticList([Diagnostic(message, at: span, help: [help].compactMap { $0 })])
  }
}

/// A to-one relationship found by an attribute of the target.
struct KeyMatch {
  let relationship: Relationship
  let destination: Entity
  let key: Attribute
  /// Whether unknown keys become nil.
  let allowsMissing: Bool
  /// The target in the statement.
  let span: SourceSpan

  /// The message for an unknown key.
  func missingText(_ value: Value) -> String {
    "no \(destination.name) has the \(key.name) \(FailureWording.text(value))"
  }
}

import Binding
import Diagnostics
import Model
import Syntax

extension KeyMatch {
  /// What a `key` clause says of an entity.
  init(_ syntax: KeyMatchSyntax, of entity: Entity, _ binder: Binder) throws {
    func fail(_ message: String, _ span: SourceSpan, _ help: String? = nil) -> DiagnosticList {
      DiagnosticList([Diagnostic(message, at: span, help: [help].compactMap { $0 })])
    }
    let name = syntax.relationship
    guard let relationship = entity.relationship(name.text) else {
      let related =
        "`relate \(entity.name).\(name.text) to \(syntax.target.entity.text).\(syntax.target.attribute.text)` makes one of an attribute"
      throw fail(
        "\(entity.name) has no relationship `\(name.text)`",
        name.span,
        didYouMean(
          nearestNames(
            to: name.text,
            in: entity.relationships.filter { !$0.isAnonymous }.map(\.name)
          )
        )
          ?? (entity.attribute(name.text) == nil ? nil : related)
      )
    }
    let destination = try binder.bindEntity(syntax.target.entity)
    let inverse = destination.relationship(relationship.inverse)
    guard !relationship.isToMany, inverse?.isToMany != false else {
      throw fail("only a to-one relationship to a record of many is found by a key", name.span)
    }
    guard relationship.destination == destination.name else {
      throw fail(
        "\(entity.name).\(relationship.name) leads to \(relationship.destination), not to \(destination.name)",
        syntax.target.entity.span
      )
    }
    let attribute = syntax.target.attribute
    guard let key = destination.attribute(attribute.text) else {
      throw fail(
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
}

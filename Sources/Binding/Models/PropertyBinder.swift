import Diagnostics
import Expressions
import Model
import Syntax

/// Gives the stored members of a model their meaning, inverses aside.
struct PropertyBinder {
  /// All models that can be named.
  let names: [String]
  let options: BindingOptions
  let findings: Findings

  /// The property; a relationship's inverse is left empty.
  func property(_ declaration: PropertyDeclaration) -> Property? {
    let scalars = ValueType.scalarsByName
    switch NameLookup(declaration.type.name, in: scalars.map(\.name) + names) {
    case .found(let found):
      if let scalar = scalars.first(where: { $0.name == found }) {
        return attribute(declaration, scalar.type)
      }
      return relationship(declaration, destination: found)
    case .ambiguous(let candidates):
      findings.report(NameError.ambiguous(declaration.type.name, candidates: candidates))
    case .missing(let nearest):
      findings.report(DeclarationError.unknownType(declaration.type.name, nearest: nearest))
    }
    return nil
  }

  private func attribute(_ declaration: PropertyDeclaration, _ type: ValueType) -> Property? {
    let markers: [(SourceSpan?, String)] = [
      (declaration.deleteRule?.1, declaration.deleteRule?.0.rawValue ?? ""),
      (declaration.inverse?.span, "inverse"),
      (declaration.ordered, "ordered"),
    ]
    report(markers, place: "relationships")
    if declaration.type.isList {
      findings.report(DeclarationError.listOfScalars(declaration.type.span))
      return nil
    }
    return .attribute(
      Attribute(
        name: declaration.name.text,
        type: type,
        isOptional: declaration.type.isOptional,
        isUnique: declaration.unique != nil,
        defaultValue: declaration.defaultValue.flatMap { defaultValue($0, type, declaration) }
      )
    )
  }

  private func relationship(
    _ declaration: PropertyDeclaration,
    destination: String
  ) -> Property? {
    let isToMany = declaration.type.isList
    report(
      [
        (declaration.unique, "unique"),
        (declaration.defaultValue?.span, "= …"),
      ],
      place: "attributes"
    )
    report([(isToMany ? nil : declaration.ordered, "ordered")], place: "to-many relationships")
    return .relationship(
      Relationship(
        name: declaration.name.text,
        destination: destination,
        isToMany: isToMany,
        isOptional: declaration.type.isOptional || isToMany,
        isOrdered: declaration.ordered != nil,
        deleteRule: declaration.deleteRule.flatMap { DeleteRule(rawValue: $0.0.rawValue) }
          ?? .nullify,
        inverse: ""
      )
    )
  }

  private func defaultValue(
    _ syntax: ExpressionSyntax,
    _ type: ValueType,
    _ declaration: PropertyDeclaration
  ) -> DefaultValue? {
    let binder = ExpressionBinder(schema: Schema(), options: options, findings: findings)
    guard let bound = binder.bind(syntax) else { return nil }
    if case .literal(.null) = bound.kind, !declaration.type.isOptional {
      findings.report(
        InsertError.nilForRequired(syntax.span, property: declaration.name.text)
      )
      return nil
    }
    guard let adapted = binder.adapted(bound, syntax, to: type) else {
      if !findings.hasFinding(within: syntax.span) {
        findings.report(
          TypeError.unexpected(
            syntax.span,
            found: bound.type,
            expected: type,
            of: "`\(declaration.name.text)`"
          )
        )
      }
      return nil
    }
    return DefaultValue(expression: adapted, text: SyntaxPrinter().text(of: syntax))
  }

  private func report(_ markers: [(SourceSpan?, String)], place: String) {
    for case (let span?, let marker) in markers {
      findings.report(DeclarationError.misplacedMarker(span, marker: marker, where: place))
    }
  }
}

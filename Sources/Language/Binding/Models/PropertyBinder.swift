import Diagnostics
import Expressions
import Model
import Syntax

/// Binds stored members of a model, except inverses.
struct PropertyBinder {
  /// The names of all models.
  let names: [String]
  /// The enums and structs.
  let types: [DeclaredType]
  let options: BindingOptions
  let findings: Findings

  /// The model with a name; reports an unknown one.
  func entity(_ name: NameSyntax) -> String? {
    findings.name(name, among: names) { NameError.unknownEntity(name, nearest: $0) }
  }

  /// The property; a relationship has no inverse yet.
  func property(_ declaration: PropertyDeclaration) -> Property? {
    switch reference(declaration.type) {
    case .value(let type)?: attribute(declaration, type)
    case .entity(let entity)?: relationship(declaration, destination: entity)
    case nil: nil
    }
  }

  /// A field of a struct, which takes no modifiers.
  func field(_ declaration: PropertyDeclaration) -> CompositeField? {
    report(
      [
        (declaration.unique, "unique"),
        (declaration.defaultValue?.span, "= …"),
        (declaration.deleteRule?.1, declaration.deleteRule?.0.rawValue ?? ""),
        (declaration.inverse?.span, "inverse"),
        (declaration.ordered, "ordered"),
        (declaration.bounds?.span, declaration.bounds?.text ?? ""),
        (declaration.oldName?.span, "was"),
      ],
      place: "the members of models"
    )
    switch reference(declaration.type) {
    case .value(let type)?:
      guard let stored = storedType(type, declaration.type) else { return nil }
      return CompositeField(
        name: declaration.name.text,
        type: stored,
        isOptional: declaration.type.isOptional
      )
    case .entity(let entity)?:
      return findings.fail(DeclarationError.modelInStruct(declaration.type.span, entity: entity))
    case nil:
      return nil
    }
  }

  /// The type of a saved query's parameter, which can be a model.
  func parameterType(_ type: TypeSyntax) -> ValueType? {
    switch reference(type) {
    case .value(.composite(let composite))?:
      return findings.fail(SavedQueryError.parameterType(type.span, .composite(composite)))
    case .value(let value)?:
      return storedType(value, type)
    case .entity(let entity)? where type.isList:
      return findings.fail(SavedQueryError.parameterType(type.span, .toMany(entity: entity)))
    case .entity(let entity)?:
      return .record(entity: entity)
    case nil:
      return nil
    }
  }

  /// A type or model by name.
  private enum TypeReference {
    case value(ValueType)
    case entity(String)
  }

  private func reference(_ type: TypeSyntax) -> TypeReference? {
    let known = ValueType.scalarsByName + types.map { (name: $0.name, type: $0.type) }
    let found = findings.name(type.name, among: known.map(\.name) + names) {
      DeclarationError.unknownType(type.name, nearest: $0)
    }
    return found.map { found in
      known.first { $0.name == found }.map { .value($0.type) } ?? .entity(found)
    }
  }

  /// The type, as an array if it is in brackets.
  private func storedType(_ type: ValueType, _ syntax: TypeSyntax) -> ValueType? {
    guard syntax.isList else { return type }
    if case .composite = type { return findings.fail(DeclarationError.listOfStructs(syntax.span)) }
    return .list(type)
  }

  private func attribute(_ declaration: PropertyDeclaration, _ type: ValueType) -> Property? {
    let markers: [(SourceSpan?, String)] = [
      (declaration.deleteRule?.1, declaration.deleteRule?.0.rawValue ?? ""),
      (declaration.inverse?.span, "inverse"),
      (declaration.ordered, "ordered"),
    ]
    report(markers, place: "relationships")
    report(boundsMarker(declaration), place: "to-many relationships")
    guard let type = storedType(type, declaration.type) else { return nil }
    if !type.isSingle {
      report([(declaration.unique, "unique")], place: "attributes of a single value")
    }
    if declaration.uniqueOptions != nil, type.isSingle, type != .string,
      let span = declaration.unique
    {
      findings.report(ConstraintError.foldedNumbers(span))
    }
    return .attribute(
      Attribute(
        name: declaration.name.text,
        type: type,
        isOptional: declaration.type.isOptional,
        isUnique: declaration.unique != nil && declaration.uniqueOptions == nil,
        defaultValue: declaration.defaultValue.flatMap { defaultValue($0, type, declaration) },
        oldName: declaration.oldName?.text
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
    if !isToMany {
      report(
        [(declaration.ordered, "ordered")] + boundsMarker(declaration),
        place: "to-many relationships"
      )
    }
    return .relationship(
      Relationship(
        name: declaration.name.text,
        destination: destination,
        isToMany: isToMany,
        isOptional: declaration.type.isOptional || isToMany,
        isOrdered: declaration.ordered != nil,
        deleteRule: declaration.deleteRule.flatMap { DeleteRule(rawValue: $0.0.rawValue) }
          ?? .nullify,
        inverse: "",
        bounds: declaration.bounds.flatMap(bounds),
        oldName: declaration.oldName?.text
      )
    )
  }

  private func bounds(_ bounds: BoundsSyntax) -> RelationshipBounds? {
    if let maximum = bounds.maximum, maximum < bounds.minimum {
      return findings.fail(ConstraintError.reversedBounds(bounds))
    }
    return RelationshipBounds(minimum: bounds.minimum, maximum: bounds.maximum)
  }

  private func boundsMarker(_ declaration: PropertyDeclaration) -> [(SourceSpan?, String)] {
    [(declaration.bounds?.span, declaration.bounds?.text ?? "")]
  }

  private func defaultValue(
    _ syntax: ExpressionSyntax,
    _ type: ValueType,
    _ declaration: PropertyDeclaration
  ) -> DefaultValue? {
    let binder = ExpressionBinder(
      schema: Schema(types: types),
      options: options,
      findings: findings
    )
    let value = binder.storedValue(
      syntax,
      type,
      isOptional: declaration.type.isOptional,
      of: declaration.name.text
    )
    guard value.map({ binder.isNotRandom($0, syntax) }) ?? true else { return nil }
    return value.map { DefaultValue(expression: $0, text: SyntaxPrinter().text(of: syntax)) }
  }

  private func report(_ markers: [(SourceSpan?, String)], place: String) {
    for case (let span?, let marker) in markers {
      findings.report(DeclarationError.misplacedMarker(span, marker: marker, where: place))
    }
  }
}

extension ValueType {
  /// Whether it is neither an array nor a struct.
  fileprivate var isSingle: Bool {
    switch self {
    case .list, .composite: false
    default: true
    }
  }
}

import Diagnostics
import Expressions
import Model
import Syntax

/// Paths of names.
extension ExpressionBinder {
  /// Binds a name, `self` or a path.
  func path(_ syntax: ExpressionSyntax) -> PathCursor? {
    switch syntax.kind {
    case .name(let name):
      return start(name)
    case .selfRecord:
      guard let scope = scopes.last else { return fail(noRecord("`self`", syntax.span)) }
      if let element = scope.element { return PathCursor(position: .value(element)) }
      return PathCursor(position: .record(scope.record))
    case .member(let owner, let name):
      return path(owner).flatMap { step($0, name, after: owner) }
    case .parenthesized(let inner):
      return path(inner)
    case .identity(let owner):
      return identity(of: owner, syntax.span)
    case .backlink(let owner, let entity, let relationship):
      return backlink(of: owner, entity, relationship, syntax.span)
    case .cast(let operand, let entity):
      return cast(operand, to: entity)
    default:
      return bind(syntax).map { PathCursor(position: .value($0)) }
    }
  }

  /// The value at the end of a path.
  func value(of cursor: PathCursor, _ syntax: ExpressionSyntax) -> TypedExpression? {
    if let many = cursor.many, !isArgument(many) {
      let name = many.steps.last?.writtenName ?? ""
      let end = many.steps.last.map {
        RecordExpression.scope(level: innermost + 1, entity: $0.destination)
      }
      return fail(
        CallError.toManyAsValue(
          syntax.span,
          name: name,
          isPathThrough: end.map { cursor.isAt($0) } != true
        )
      )
    }
    let value = valueAtEnd(of: cursor)
    if case .record(let entity) = value.type, DerivedEntity.isDerived(entity) {
      return fail(SavedQueryError.rowAsRecord(syntax.span, query: DerivedEntity.shownName(entity)))
    }
    return guarded(value, by: cursor.guards)
  }

  private func valueAtEnd(of cursor: PathCursor) -> TypedExpression {
    switch cursor.position {
    case .value(let expression):
      return expression
    case .record(let record):
      return TypedExpression(.record(record), .record(entity: record.entity))
    case .composite(let path, let type, let record):
      return .stored(path, .composite(type), of: record)
    }
  }

  /// Whether the argument of an aggregate is being bound and `many` is its path.
  private func isArgument(_ many: ManyPath) -> Bool {
    guard let argument = argumentPath else { return false }
    if argument.path == nil { argumentPath?.path = many }
    return argumentPath?.path == many
  }

  /// Follows one more name; `owner` is the expression before it.
  func step(
    _ cursor: PathCursor,
    _ name: NameSyntax,
    after owner: ExpressionSyntax? = nil
  ) -> PathCursor? {
    switch cursor.position {
    case .record(let record):
      return property(name, of: record, unknown: unknown(name, after: owner, cursor)).flatMap {
        step(cursor, record, $0, name.span)
      }
    case .composite(let path, let type, let record):
      return field(name, of: path, type.fields, record).map { position in
        PathCursor(position: position, many: cursor.many, guards: cursor.guards)
      }
    case .value(let value):
      return fail(
        NameError.noMembers(name, of: value.type, unknown: unknown(name, after: owner, cursor))
      )
    }
  }

  /// `owner.name` as unknown input, which other languages may have.
  private func unknown(
    _ name: NameSyntax,
    after owner: ExpressionSyntax?,
    _ cursor: PathCursor
  ) -> UnknownInput {
    let isMany = cursor.many != nil
    var kind = isMany ? UnknownInput.Owner.records : .record
    if case .value(let value) = cursor.position {
      kind = isMany ? .values : value.type.owner
    }
    return .member(name.text, of: owner.map { SyntaxPrinter().text(of: $0) }, kind)
  }

  private func step(
    _ cursor: PathCursor,
    _ record: RecordExpression,
    _ property: Property,
    _ span: SourceSpan
  ) -> PathCursor? {
    var next = cursor
    switch property {
    case .attribute(let attribute):
      next.position = Self.position(
        AttributePath([attribute.name]),
        attribute.type,
        of: record
      )
    case .computed(let computed):
      guard let entity = schema.entity(record.entity),
        let expression = computedExpression(entity, computed)
      else { return nil }
      let depth = cursor.many == nil && argumentPath == nil ? innermost : innermost + 1
      guard let copy = inlining.inlined(expression, at: record, innermost: depth, span)
      else { return nil }
      next.position = .value(copy)
    case .relationship(let relationship):
      let reference = RelationshipReference(relationship, of: record.entity)
      enter(reference, from: record, &next)
    }
    return next
  }

  /// Follows a relationship; the destination of a to-many one becomes the element of an aggregate.
  func enter(
    _ relationship: RelationshipReference,
    from record: RecordExpression,
    _ cursor: inout PathCursor
  ) {
    guard relationship.isToMany else {
      cursor.position = .record(.toOne(relationship, of: record))
      return
    }
    if var many = cursor.many {
      many.steps += Self.toOneSteps(record) + [relationship]
      cursor.many = many
    } else {
      cursor.many = ManyPath(base: record, steps: [relationship])
    }
    cursor.position = .record(
      .scope(level: innermost + 1, entity: relationship.destination)
    )
  }

  private func property(
    _ name: NameSyntax,
    of record: RecordExpression,
    unknown: UnknownInput
  ) -> Property? {
    guard let entity = schema.entity(record.entity) else { return nil }
    if entity.property(name.text) == nil, let present = presentName(name.text, of: entity.name) {
      return entity.property(present)
    }
    let found = findings.name(name, of: entity) { nearest in
      let error = unknownProperty(name, of: record, entity, nearest)
      guard nearest.isEmpty, case .unknownProperty = error else { return error }
      return NameError.unknownMember(
        name,
        entity: DerivedEntity.shownName(entity.name),
        unknown
      )
    }
    if let found { noteUse(name, of: entity.name, found) }
    return found.flatMap(entity.property)
  }

  /// The present name of a member that a version renames to `name`; nil if there is none.
  private func presentName(_ name: String, of entity: String) -> String? {
    if options.presentNames.isEmpty { return nil }
    return schema.lineage(of: entity).lazy.compactMap { self.options.presentNames[$0]?[name] }.first
  }

  private func unknownProperty(
    _ name: NameSyntax,
    of record: RecordExpression,
    _ entity: Entity,
    _ nearest: [String]
  ) -> NameError {
    if let column = selectedNames[name.text], record == scopes.first?.record,
      name.span.upperBound <= column.span.lowerBound
        || column.span.upperBound <= name.span.lowerBound
    {
      let text = SyntaxPrinter().text(of: column)
      return .selectedColumn(name, entity: entity.name, expression: text)
    }
    return attributeOfKind(name, record)
      ?? .unknownProperty(name, entity: DerivedEntity.shownName(entity.name), nearest: nearest)
  }

  private func field(
    _ name: NameSyntax,
    of path: AttributePath,
    _ fields: [CompositeField],
    _ record: RecordExpression
  ) -> PathCursor.Position? {
    let found = findings.name(name, among: fields.map(\.name)) { nearest in
      if nearest.isEmpty, let relationship = relationship(for: name, of: path, record) {
        return NameError.fieldOfRecord(
          name,
          composite: path.description,
          relationship: relationship
        )
      }
      return NameError.unknownField(name, composite: path.description, nearest: nearest)
    }
    return fields.first { $0.name == found }.map {
      Self.position(path.appending($0.name), $0.type, of: record)
    }
  }

  /// The to-many relationship that was created for arrays at `path.name` in a file.
  private func relationship(
    for name: NameSyntax,
    of path: AttributePath,
    _ record: RecordExpression
  ) -> String? {
    let joined = (path.components + [name.text]).joined(separator: "_").lowercased()
    let names = (schema.entity(record.entity)?.relationships ?? []).filter(\.isToMany).map(\.name)
    return names.first { $0.lowercased() == joined }
      ?? names.first { $0.lowercased() == name.text.lowercased() }
  }

  private static func position(
    _ path: AttributePath,
    _ type: ValueType,
    of record: RecordExpression
  ) -> PathCursor.Position {
    if case .composite(let composite) = type { return .composite(path, composite, of: record) }
    return .value(.stored(path, type, of: record))
  }

  /// The to-one relationships from an element to a related record.
  static func toOneSteps(_ record: RecordExpression) -> [RelationshipReference] {
    switch record {
    case .scope: []
    case .toOne(let relationship, let base): toOneSteps(base) + [relationship]
    }
  }
}

extension Entity {
  /// The names that queries can use.
  var visibleNames: [String] { properties.filter { !$0.isAnonymous }.map(\.name) }
}

extension RelationshipReference {
  /// How queries write the relationship, even an unnamed inverse.
  fileprivate var writtenName: String {
    UnnamedInverse.written(name) ?? name
  }
}

extension ValueType {
  /// The kind of value, for unknown members.
  var owner: UnknownInput.Owner {
    element != nil ? .array : self == .string ? .text : .value
  }
}

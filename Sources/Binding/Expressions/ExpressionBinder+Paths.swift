import Diagnostics
import Expressions
import Model
import Syntax

/// A way from a record through at least one to-many relationship.
struct ManyPath: Equatable {
  let base: RecordExpression
  var steps: [RelationshipReference]
}

/// The to-many path of an aggregate's argument, once one was met in it.
struct ArgumentPath {
  var path: ManyPath?
}

/// The columns that `sort` can name, for one number of scopes around it.
struct SelectAliases {
  var columns: [String: TypedExpression] = [:]
  var scopeCount = 0
}

/// How far a path of names has come.
struct PathCursor {
  /// What the names so far stand for.
  enum Position {
    case record(RecordExpression)
    case composite(AttributePath, CompositeType, of: RecordExpression)
    case value(TypedExpression)
  }

  var position: Position
  /// The to-many path that was entered; the position is then within one of its elements.
  var many: ManyPath?

  /// What must hold for the path to lead anywhere: a cast that fits.
  var guards: [TypedExpression] = []

  /// Whether the path ends with `record`.
  func isAt(_ record: RecordExpression) -> Bool {
    if case .record(record) = position { true } else { false }
  }
}

/// Names and paths.
extension ExpressionBinder {
  /// What a name, `self` or a path stands for.
  func path(_ syntax: ExpressionSyntax) -> PathCursor? {
    switch syntax.kind {
    case .name(let name):
      return start(name)
    case .selfRecord:
      guard let scope = scopes.last else { return fail(noRecord("`self`", syntax.span)) }
      if let element = scope.element { return PathCursor(position: .value(element)) }
      return PathCursor(position: .record(scope.record))
    case .member(let owner, let name):
      return path(owner).flatMap { step($0, name) }
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
    if case .record(let entity) = value.type, MadeEntity.isMade(entity) {
      return fail(SavedQueryError.rowAsRecord(syntax.span, query: MadeEntity.shownName(entity)))
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
      let leaves = Self.leaves(path, type.fields, names: [])
      return TypedExpression(.composite(leaves, of: record), .composite(type))
    }
  }

  /// Whether an aggregate's argument is bound, and `many` is the path that it goes through.
  private func isArgument(_ many: ManyPath) -> Bool {
    guard let argument = argumentPath else { return false }
    if argument.path == nil { argumentPath?.path = many }
    return argumentPath?.path == many
  }

  /// A name at the head of a path: an attribute of the innermost record, else the name of a record.
  private func start(_ name: NameSyntax) -> PathCursor? {
    if isConstantFunction(name), let now = FunctionDeclaration.named(name.text) {
      return PathCursor(position: .value(TypedExpression(.call(now.function, []), .date)))
    }
    if let scope = aliasedScope(name) { return PathCursor(position: .record(scope.record)) }
    guard let scope = scopes.last, !scope.entity.name.isEmpty else {
      return fail(noRecord("`\(name.text)`", name.span))
    }
    if let error = readingAround(name, scope.entity) { return fail(error) }
    return step(PathCursor(position: .record(scope.record)), name)
  }

  /// Whether the name stands for `now` or `today`.
  func isConstantFunction(_ name: NameSyntax) -> Bool {
    guard !name.isQuoted, let function = FunctionDeclaration.named(name.text) else { return false }
    return function.takesNothing && function.function != .uuid
  }

  /// The selected column that a name alone stands for in `sort`, before any attribute does.
  ///
  /// At the head of a path and within an aggregate the attributes are meant: a column of that name
  /// is one value, with nothing behind it.
  func selected(_ name: NameSyntax) -> TypedExpression? {
    guard scopes.count == aliases.scopeCount, argumentPath == nil else { return nil }
    return alias(name, in: Array(aliases.columns.keys)).flatMap { aliases.columns[$0] }
  }

  /// The record that `as` gave the name to, the innermost first; attributes stand before it.
  func aliasedScope(_ name: NameSyntax) -> BindingScope? {
    // An alias that an attribute of its own record hides was refused, so it is what is meant here.
    if let scope = scopes.last, scope.alias != name.text, scope.entity.property(name.text) != nil {
      return nil
    }
    return alias(name, in: scopes.compactMap(\.alias)).flatMap { found in
      scopes.last { $0.alias == found }
    }
  }

  /// The alias that a name stands for; one in another case only where no attribute has the name.
  private func alias(_ name: NameSyntax, in aliases: [String]) -> String? {
    guard case .found(let found) = NameLookup(name, in: aliases) else { return nil }
    return found == name.text || scopes.last?.entity.property(name.text) == nil ? found : nil
  }

  /// What is wrong with a name that the innermost record does not have, but one around it does.
  private func readingAround(_ name: NameSyntax, _ entity: Entity) -> NameError? {
    guard case .missing = NameLookup(name, in: entity.visibleNames) else { return nil }
    if unreadableScopes.contains(where: { $0.has(name) || $0.alias == name.text }) {
      return .outsideOfQuery(name, entity: entity.name)
    }
    guard let level = scopes.dropLast().lastIndex(where: { $0.has(name) }) else { return nil }
    let hint = AttributeAround(name: name.text, scope: scopes[level], isOutermost: level == 0)
    return .attributeAround(name, entity: entity.name, hint: hint.text(from: entity))
  }

  func noRecord(_ what: String, _ span: SourceSpan) -> ClauseError {
    .misplaced(span, what: what, hint: "there is no record here; a text stands in quotes")
  }

  private func step(_ cursor: PathCursor, _ name: NameSyntax) -> PathCursor? {
    switch cursor.position {
    case .record(let record):
      return property(name, of: record).flatMap { step(cursor, record, $0, name.span) }
    case .composite(let path, let type, let record):
      return field(name, of: path, type.fields, record).map { position in
        PathCursor(position: position, many: cursor.many, guards: cursor.guards)
      }
    case .value(let value):
      return fail(NameError.noMembers(name, of: value.type))
    }
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
      let reference = RelationshipReference(
        entity: record.entity,
        name: relationship.name,
        destination: relationship.destination,
        isToMany: relationship.isToMany
      )
      enter(reference, from: record, &next)
    }
    return next
  }

  /// Follows a relationship; a to-many one makes its destination the element of an aggregate.
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

  private func property(_ name: NameSyntax, of record: RecordExpression) -> Property? {
    guard let entity = schema.entity(record.entity) else { return nil }
    switch NameLookup(name, in: entity.visibleNames) {
    case .found(let found):
      return entity.property(found)
    case .ambiguous(let candidates):
      return fail(NameError.ambiguous(name, candidates: candidates))
    case .missing(let nearest):
      if let expression = selectedNames[name.text], record == scopes.first?.record,
        name.span.upperBound <= expression.span.lowerBound
          || expression.span.upperBound <= name.span.lowerBound
      {
        let text = SyntaxPrinter().text(of: expression)
        return fail(NameError.selectedColumn(name, entity: entity.name, stands: text))
      }
      return fail(
        attributeOfKind(name, record)
          ?? NameError.unknownProperty(
            name,
            entity: MadeEntity.shownName(entity.name),
            nearest: nearest
          )
      )
    }
  }

  private func field(
    _ name: NameSyntax,
    of path: AttributePath,
    _ fields: [CompositeField],
    _ record: RecordExpression
  ) -> PathCursor.Position? {
    switch NameLookup(name, in: fields.map(\.name)) {
    case .found(let found):
      let type = fields.first { $0.name == found }?.type ?? .null
      return Self.position(path.appending(found), type, of: record)
    case .ambiguous(let candidates):
      return fail(NameError.ambiguous(name, candidates: candidates))
    case .missing(let nearest):
      return fail(
        NameError.unknownField(name, composite: path.description, nearest: nearest)
      )
    }
  }

  private static func position(
    _ path: AttributePath,
    _ type: ValueType,
    of record: RecordExpression
  ) -> PathCursor.Position {
    if case .composite(let composite) = type { return .composite(path, composite, of: record) }
    return .value(TypedExpression(.attribute(path, of: record), type))
  }

  private static func leaves(
    _ path: AttributePath,
    _ fields: [CompositeField],
    names: [String]
  ) -> [CompositeLeaf] {
    fields.flatMap { field -> [CompositeLeaf] in
      let (path, names) = (path.appending(field.name), names + [field.name])
      if case .composite(let inner) = field.type {
        return leaves(path, inner.fields, names: names)
      }
      return [CompositeLeaf(names: names, path: path, type: field.type)]
    }
  }

  /// The to-one steps between an element and a record behind it.
  static func toOneSteps(_ record: RecordExpression) -> [RelationshipReference] {
    switch record {
    case .scope: []
    case .toOne(let relationship, let base): toOneSteps(base) + [relationship]
    }
  }
}

extension Entity {
  /// The names that can be written.
  var visibleNames: [String] { properties.filter { !$0.isAnonymous }.map(\.name) }
}

/// How to reach an attribute of a record that lies around the innermost one.
private struct AttributeAround {
  let name: String
  let scope: BindingScope
  let isOutermost: Bool

  func text(from entity: Entity) -> String {
    let owner = scope.entity.name
    if let alias = scope.alias { return "\(owner) has: write `\(alias).\(name)`" }
    let back = entity.relationships.first {
      !$0.isToMany && !$0.isAnonymous && $0.destination == owner
    }
    if let back, !isOutermost { return "\(owner) has: write `\(back.name).\(name)`" }
    return isOutermost
      ? "\(owner) has: name its record with `fetch \(owner) as r`, and write `r.\(name)`"
      : "\(owner) has, but its record has no name here"
  }
}

extension RelationshipReference {
  /// How the relationship is written in a path: an unnamed inverse by what it is the inverse of.
  fileprivate var writtenName: String {
    name.hasPrefix("@") ? "@inverse(\(name.dropFirst()))" : name
  }
}

extension BindingScope {
  /// Whether the record has an attribute that the name stands for.
  fileprivate func has(_ name: NameSyntax) -> Bool {
    if case .found = NameLookup(name, in: entity.visibleNames) { true } else { false }
  }
}

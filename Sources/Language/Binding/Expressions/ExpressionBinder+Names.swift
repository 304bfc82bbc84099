import Diagnostics
import Expressions
import Model
import Syntax

/// Names at the start of a path: attributes, aliases, and selected columns.
extension ExpressionBinder {
  /// The start of a path: an attribute of the innermost record, or an alias.
  func start(_ name: NameSyntax) -> PathCursor? {
    if isConstantFunction(name), let now = FunctionDeclaration.named(name.text) {
      return PathCursor(position: .value(TypedExpression(.call(now.function, []), .date)))
    }
    if let scope = aliasedScope(name) { return PathCursor(position: .record(scope.record)) }
    guard let scope = scopes.last, !scope.entity.name.isEmpty else {
      let hint =
        "there is no record here; to write a string, quote it: `\(stringLiteral(name.text))`"
      return fail(ClauseError.misplaced(name.span, what: "`\(name.text)`", hint: hint))
    }
    if let error = readingAround(name, scope.entity) { return fail(error) }
    return step(PathCursor(position: .record(scope.record)), name)
  }

  /// Whether the name is `now` or `today`.
  func isConstantFunction(_ name: NameSyntax) -> Bool {
    guard !name.isQuoted, let function = FunctionDeclaration.named(name.text) else { return false }
    return function.isWord
  }

  /// The selected column that a single name refers to in `sort`, before any attribute.
  ///
  /// At the start of a path and in aggregates, names refer to attributes, because a column is a
  /// single value without members.
  func selected(_ name: NameSyntax) -> TypedExpression? {
    guard scopes.count == aliases.scopeCount, argumentPath == nil else { return nil }
    return alias(name, in: Array(aliases.columns.keys)).flatMap { aliases.columns[$0] }
  }

  /// Records the use of an attribute that gives a selected column its name: renaming the attribute
  /// renames the column.
  func noteMember(of column: TypedExpression, _ name: NameSyntax) {
    guard case .attribute(let path, .scope(level: 0, let entity)) = column.kind,
      path.components == [name.text]
    else { return }
    noteUse(name, of: entity, name.text)
  }

  /// The record with an alias, the innermost first; attributes take precedence.
  func aliasedScope(_ name: NameSyntax) -> BindingScope? {
    // An alias with the name of its record's attribute was rejected, so this means the alias.
    if let scope = scopes.last, scope.alias != name.text, scope.entity.property(name.text) != nil {
      return nil
    }
    return alias(name, in: scopes.compactMap(\.alias)).flatMap { found in
      scopes.last { $0.alias == found }
    }
  }

  /// The alias with a name; in another case only if no attribute has the name.
  private func alias(_ name: NameSyntax, in aliases: [String]) -> String? {
    guard case .found(let found) = NameLookup(name, in: aliases) else { return nil }
    return found == name.text || scopes.last?.entity.property(name.text) == nil ? found : nil
  }

  /// The error for a name that only an outer record has.
  private func readingAround(_ name: NameSyntax, _ entity: Entity) -> NameError? {
    guard case .missing = NameLookup(name, of: entity) else { return nil }
    if unreadableScopes.contains(where: { $0.has(name) || $0.alias == name.text }) {
      return .outsideOfQuery(name, entity: entity.name)
    }
    guard let level = scopes.dropLast().lastIndex(where: { $0.has(name) }) else { return nil }
    let hint = OuterAttribute(name: name.text, scope: scopes[level], isOutermost: level == 0)
    return .attributeAround(name, entity: entity.name, hint: hint.text(from: entity))
  }

  func noRecord(_ what: String, _ span: SourceSpan) -> ClauseError {
    .misplaced(span, what: what, hint: "there is no record here")
  }
}

/// Help for reading an attribute of an outer record.
private struct OuterAttribute {
  let name: String
  let scope: BindingScope
  let isOutermost: Bool

  func text(from entity: Entity) -> String {
    let owner = scope.entity.name
    if let alias = scope.alias { return "\(owner) has it: write `\(alias).\(name)`" }
    let back = entity.relationships.first {
      !$0.isToMany && !$0.isAnonymous && $0.destination == owner
    }
    if let back, !isOutermost { return "\(owner) has it: write `\(back.name).\(name)`" }
    return isOutermost
      ? "\(owner) has it: name its record with `fetch \(owner) as r`, and write `r.\(name)`"
      : "\(owner) has it, but its record has no name here"
  }
}

extension BindingScope {
  /// Whether the record has an attribute with the name.
  fileprivate func has(_ name: NameSyntax) -> Bool {
    if case .found = NameLookup(name, of: entity) { true } else { false }
  }
}

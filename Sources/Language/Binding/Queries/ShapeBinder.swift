import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Binds a shape: `expenses { name, amount where amount > 10 sort amount limit 3 }`.
struct ShapeBinder {
  let binder: ExpressionBinder

  /// The path to a shape's records.
  private struct Path {
    let base: RecordExpression
    let steps: [RelationshipReference]
    let entity: Entity
    /// The conditions for showing a record: casts.
    let guards: [TypedExpression]

    var isToMany: Bool { steps.contains(where: \.isToMany) }
  }

  func shape(_ syntax: ShapeSyntax) -> TypedExpression? {
    guard let path = path(syntax) else { return nil }
    if !path.isToMany { refuseClauses(syntax) }
    let record = RecordExpression.scope(level: binder.innermost + 1, entity: path.entity.name)
    binder.scopes.append(BindingScope(record: record, entity: path.entity, alias: nil))
    defer { binder.scopes.removeLast() }
    let conditions = path.guards + [syntax.predicate.flatMap(binder.condition)].compactMap { $0 }
    let fields = fields(syntax.items)
    let sort = SortBinder(binder: binder).keys(syntax.sort, columns: fields)
    let shape = RecordShape(
      base: path.base,
      path: path.steps,
      level: binder.innermost,
      filter: .conjunction(of: conditions),
      sort: sort,
      limit: syntax.limit.flatMap { binder.wholeNumber($0, "limit", least: 1) },
      offset: syntax.offset.flatMap { binder.wholeNumber($0, "offset", least: 0) } ?? 0,
      fields: fields.map { ShapeField(name: $0.name, expression: $0.expression) }
    )
    return TypedExpression(.shape(shape), shape.type)
  }

  private func path(_ syntax: ShapeSyntax) -> Path? {
    guard let cursor = binder.path(syntax.path) else { return nil }
    guard case .record(let record) = cursor.position,
      let entity = binder.schema.entity(record.entity)
    else { return shapeOfValue(cursor, syntax) }
    let steps = ExpressionBinder.toOneSteps(record)
    guard let many = cursor.many else {
      return Path(base: record.scope, steps: steps, entity: entity, guards: cursor.guards)
    }
    // Casts apply to the elements of the path, which are the shown records only if it ends there.
    guard cursor.guards.isEmpty || steps.isEmpty else {
      return binder.fail(PathError.castBeforeShape(syntax.path.span))
    }
    return Path(
      base: many.base,
      steps: many.steps + steps,
      entity: entity,
      guards: cursor.guards
    )
  }

  private func shapeOfValue(_ cursor: PathCursor, _ syntax: ShapeSyntax) -> Path? {
    let found: ValueType
    switch cursor.position {
    case .value(let value): found = value.type
    case .composite(_, let type, _): found = .composite(type)
    case .record(let record): found = .record(entity: record.entity)
    }
    return binder.fail(
      PathError.shapeOfValue(syntax.path.span, found: found, help: help(found, syntax))
    )
  }

  /// Suggestions for a shape of a value.
  private func help(_ found: ValueType, _ syntax: ShapeSyntax) -> [String] {
    if case .composite(let type) = found, let field = type.fields.first {
      return ["write `\(SyntaxPrinter().text(of: syntax.path)).\(field.name)` for a part of it"]
    }
    guard let example = binder.scopes.last?.entity.relationships.first(where: { !$0.isAnonymous }),
      let shown = binder.schema.entity(example.destination)?.attributes.first
    else { return [] }
    return ["for example `\(example.name) { \(shown.name) }`"]
  }

  /// Clauses make no sense for a single record.
  private func refuseClauses(_ syntax: ShapeSyntax) {
    let written: [(Clause, SourceSpan?)] = [
      (.predicate, syntax.predicate?.span), (.sort, syntax.sort.first?.expression.span),
      (.limit, syntax.limit?.span), (.offset, syntax.offset?.span),
    ]
    for case (let clause, let span?) in written {
      binder.findings.report(
        ClauseError.unexpectedClause(
          span,
          clause: clause.rawValue,
          of: "the shape of one record",
          help: ["these clauses need a to-many relationship"]
        )
      )
    }
  }

  /// The fields without duplicates; a written field replaces one from `*`.
  private func fields(_ items: [SelectItem]) -> [OutputColumn] {
    let selection = SelectionBinder(binder: binder)
    if selection.areTooMany(items) { return [] }
    var fields: [OutputColumn] = []
    var places: [String: Int] = [:]
    var written: [String: SourceSpan] = [:]
    for item in items {
      for column in selection.columns(item) {
        let index = places[column.name]
        if let span = item.writtenSpan {
          if let first = written[column.name] {
            binder.findings.report(
              PathError.repeatedField(span, name: column.name, first: first)
            )
          }
          written[column.name] = span
          if let index { fields[index] = column }
        }
        if index == nil {
          places[column.name] = fields.count
          fields.append(column)
        }
      }
    }
    return fields
  }
}

extension SelectItem {
  /// The position of the column's name; nil for `*`.
  fileprivate var writtenSpan: SourceSpan? {
    switch self {
    case .all: nil
    case .expression(let syntax, let alias): alias?.span ?? syntax.span
    case .shape(let shape, let alias): alias?.span ?? shape.path.span
    }
  }
}

extension RecordExpression {
  /// The record at the start of the path.
  fileprivate var scope: RecordExpression {
    switch self {
    case .scope: self
    case .toOne(_, let base): base.scope
    }
  }
}

import Expressions
import Model
import Storage
import Syntax

/// Binds `sort`; aliases in `select` take precedence over attributes.
struct SortBinder {
  let binder: ExpressionBinder

  func keys(_ keys: [SortKeySyntax], columns: [OutputColumn]) -> [SortKey] {
    let outer = binder.aliases
    binder.aliases = SelectAliases(
      columns: Dictionary(
        columns.map { ($0.name, $0.expression) },
        uniquingKeysWith: { first, _ in first }
      ),
      scopeCount: binder.scopes.count
    )
    defer { binder.aliases = outer }
    return keys.compactMap { syntax in
      guard let bound = binder.bind(binder.key(syntax.expression)),
        let isDescending = binder.isDescending(syntax)
      else { return nil }
      if bound.isConstant, !syntax.expression.isName(ofOneOf: columns) {
        return binder.fail(
          ClauseError.constantKey(
            syntax.expression.span,
            help: help(constant: bound, syntax, columns)
          )
        )
      }
      return key(syntax, bound, isDescending)
    }
  }

  private func key(
    _ syntax: SortKeySyntax,
    _ bound: TypedExpression,
    _ isDescending: Bool
  ) -> SortKey? {
    guard bound.type.isSortable || isIdentity(bound, syntax.expression) else {
      return binder.fail(
        ClauseError.unsortable(syntax.expression.span, found: bound.type, help: help(bound.type))
      )
    }
    // With a string order, cases are sorted by name, else by declaration order.
    let key = syntax.order == nil ? bound.ordered : bound.asText
    if let (_, span) = syntax.order, key.type != .string {
      return binder.fail(ClauseError.orderOfNonString(span, found: bound.type))
    }
    return SortKey(
      expression: key,
      isDescending: isDescending,
      nullsFirst: syntax.nullPlacement.map { $0 == .first } ?? !isDescending,
      order: syntax.order.map { $0.0 == .lexical ? .lexical : .standard } ?? .standard
    )
  }

  /// Whether the key is a record's identity; not a relationship alone, which may be displayed
  /// differently.
  private func isIdentity(_ bound: TypedExpression, _ syntax: ExpressionSyntax) -> Bool {
    guard case .record(let record) = bound.kind else { return false }
    if case .identity = syntax.withoutParentheses.kind { return true }
    if case .scope = record { return true }
    return false
  }

  /// Suggests the column that a constant names by name or index, or the first one.
  private func help(
    constant: TypedExpression,
    _ syntax: SortKeySyntax,
    _ columns: [OutputColumn]
  ) -> [String] {
    let sortable = columns.filter(\.expression.type.isSortable)
    let named: OutputColumn? =
      switch constant.kind {
      case .literal(.string(let text)):
        columns.first { $0.name.lowercased() == text.lowercased() }
      case .literal(.int(let place)) where place >= 1 && place <= columns.count:
        columns[Int(place) - 1]
      default: nil
      }
    if case .parameter(let name) = syntax.expression.withoutParentheses.kind {
      return ["to choose the key, set it to an attribute: `.params \(name.text) name`"]
    }
    guard let column = named ?? sortable.first else { return [] }
    let direction = syntax.isDescending ? " desc" : ""
    return [
      named == nil
        ? "sort by something that differs, as in `sort \(column.name)\(direction)`"
        : "write `sort \(column.name)\(direction)`"
    ]
  }

  private func help(_ type: ValueType) -> [String] {
    switch type {
    case .composite(let composite):
      return composite.fields.first.map { ["sort by one of its fields, as in `….\($0.name)`"] }
        ?? []
    case .list:
      return ["sort by an aggregate of it, as in `count(…)` or `min(…)`"]
    default:
      return recordHelp(type)
    }
  }

  private func recordHelp(_ type: ValueType) -> [String] {
    guard case .record(let entity) = type,
      let attribute = binder.schema.entity(entity)?.attributes.first(where: \.type.isSortable)
    else { return [] }
    return ["sort by one of its attributes, as in `….\(attribute.name)`, or by `….@id`"]
  }
}

extension ExpressionSyntax {
  /// Whether this is the name of a column, which may be constant on purpose.
  fileprivate func isName(ofOneOf columns: [OutputColumn]) -> Bool {
    guard case .name(let name) = withoutParentheses.kind else { return false }
    return columns.contains { $0.name.lowercased() == name.text.lowercased() }
  }
}

extension ValueType {
  /// Whether it can be sorted: ordered types and Bool.
  fileprivate var isSortable: Bool {
    self == .bool || isOrdered
  }
}

import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Binds `select`, and the braces of a shape, for the innermost scope.
struct SelectionBinder {
  let binder: ExpressionBinder

  /// The maximum number of columns.
  private static let columnLimit = 16_384

  /// The columns of the items, in written order.
  func columns(_ items: [SelectItem]) -> [OutputColumn] {
    guard !areTooMany(items) else { return [] }
    var columns: [OutputColumn] = []
    for item in items { columns += self.columns(item) }
    return columns
  }

  /// Reports too many columns; each `*` after the first counts as all its columns.
  func areTooMany(_ items: [SelectItem]) -> Bool {
    let width = binder.scopes.last?.entity.properties.count ?? 0
    var count = 0
    var isFirst = true
    for item in items {
      if case .all = item {
        count += isFirst ? 1 : width
        isFirst = false
      } else {
        count += 1
      }
      if count > Self.columnLimit {
        binder.findings.report(ClauseError.tooManyColumns(item.span, limit: Self.columnLimit))
        return true
      }
    }
    return false
  }

  /// The columns of one item: several for `*`, none after an error.
  func columns(_ item: SelectItem) -> [OutputColumn] {
    switch item {
    case .all(let span):
      guard let scope = binder.scopes.last else { return [] }
      return defaults(span)
        .columns(of: scope.entity, scope.record, innermost: binder.innermost)
    case .expression(let syntax, let alias):
      return column(syntax, alias).map { [$0] } ?? []
    case .shape(let shape, let alias):
      let name = alias?.text ?? Self.heading(shape.path)
      return ShapeBinder(binder: binder).shape(shape).map {
        [OutputColumn(name: name, expression: binder.grouped($0, shape.path))]
      } ?? []
    }
  }

  /// A selected expression; a relationship is shown as in a fetch without `select`.
  private func column(_ syntax: ExpressionSyntax, _ alias: NameSyntax?) -> OutputColumn? {
    let name = alias?.text ?? Self.heading(syntax)
    switch syntax.withoutParentheses.kind {
    case .name, .member, .selfRecord, .backlink:
      guard let cursor = binder.path(syntax.withoutParentheses) else { return nil }
      let shown = defaults(syntax.span).relationship(cursor, innermost: binder.innermost)
      let guarded = shown.map { binder.guarded($0, by: cursor.guards) }
      return (guarded ?? binder.value(of: cursor, syntax)).map {
        OutputColumn(name: name, expression: binder.grouped($0, syntax))
      }
    default:
      return binder.bind(syntax).map {
        OutputColumn(name: name, expression: $0)
      }
    }
  }

  private func defaults(_ span: SourceSpan) -> DefaultColumns {
    DefaultColumns(schema: binder.schema, inlining: binder.inlining, span: span)
  }

  /// The heading of a column without an alias: the text of a path, or the canonical expression.
  static func heading(_ syntax: ExpressionSyntax) -> String {
    if case .name(let name) = syntax.withoutParentheses.kind { return name.text }
    return SyntaxPrinter().text(of: syntax.withoutParentheses)
  }
}

extension SelectItem {
  fileprivate var span: SourceSpan {
    switch self {
    case .all(let span): span
    case .expression(let syntax, _): syntax.span
    case .shape(let shape, _): shape.span
    }
  }
}

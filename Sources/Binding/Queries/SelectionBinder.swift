import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Gives `select` its meaning, and what stands in the braces of a shape: for the innermost scope.
struct SelectionBinder {
  let binder: ExpressionBinder

  /// The columns that the items stand for, in written order.
  func columns(_ items: [SelectItem]) -> [OutputColumn] {
    items.flatMap(columns)
  }

  /// The columns of one item; several for `*`, none where something is wrong.
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

  /// A selected expression; a relationship alone is shown as in a fetch without `select`.
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
      return binder.bind(syntax).map { OutputColumn(name: name, expression: $0) }
    }
  }

  private func defaults(_ span: SourceSpan) -> DefaultColumns {
    DefaultColumns(schema: binder.schema, inlining: binder.inlining, span: span)
  }

  /// What stands above a column without an alias: a path's text, else the canonical expression.
  static func heading(_ syntax: ExpressionSyntax) -> String {
    if case .name(let name) = syntax.withoutParentheses.kind { return name.text }
    return SyntaxPrinter().text(of: syntax.withoutParentheses)
  }
}

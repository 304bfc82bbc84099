import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Binds `do`: a named change with its arguments.
struct SavedChangeBinder {
  let schema: Schema
  let options: BindingOptions
  let findings: Findings

  /// The changes in order; nil after an error.
  func requests(_ statement: DoStatement) -> [ChangeRequest]? {
    guard let saved = change(statement), let query = query(statement, saved) else { return nil }
    let queries = QueryBinder(schema: schema, options: options, findings: findings)
    let arguments = SavedQueryArguments(binder: queries, inlining: InliningBudget(findings))
    guard let values = arguments.values(of: saved, query) else { return nil }
    var inner = options
    inner.arguments = values.values
    inner.keys = values.keys
    inner.orders = values.orders
    inner.savedPath = [saved.fullName]
    return findings.attributing(to: statement.span, query: saved.fullName) {
      let requests = saved.body.changes.map { findings.change($0.kind, schema, inner) }
      return requests.contains { $0 == nil } ? nil : requests.compactMap { $0 }
    }
  }

  private func change(_ statement: DoStatement) -> SavedQuery? {
    var entity: Entity?
    if let name = statement.entity {
      entity = ExpressionBinder(schema: schema, options: options, findings: findings).entity(name)
      guard entity != nil else { return nil }
    }
    let known = options.savedQueries.filter { $0.entity == entity?.name }
    let changes = known.filter(\.isChange).map(\.name)
    let found = findings.name(statement.name, among: known.map(\.name)) { nearest in
      SavedQueryError.unknownChange(
        statement.name,
        nearest: nearest.filter(changes.contains),
        all: changes
      )
    }
    guard let saved = known.first(where: { $0.name == found }) else { return nil }
    guard saved.isChange else {
      return findings.fail(SavedQueryError.notChange(statement.span, query: saved.fullName))
    }
    return saved
  }

  /// The arguments as those of a query, each with the name of its parameter.
  private func query(_ statement: DoStatement, _ saved: SavedQuery) -> QuerySyntax? {
    var arguments: [(name: NameSyntax, value: ExpressionSyntax)] = []
    for (place, argument) in statement.arguments.enumerated() {
      if let name = argument.name {
        arguments.append((name, argument.value))
        continue
      }
      let span = argument.value.span
      guard place == 0 || statement.arguments[place - 1].name == nil else {
        return findings.fail(SavedQueryError.positionalAfterNamed(span))
      }
      guard place < saved.parameters.count else {
        return findings.fail(
          SavedQueryError.tooManyArguments(span, change: saved.fullName, saved.parameters)
        )
      }
      arguments.append((NameSyntax(saved.parameters[place].name.text, span: span), argument.value))
    }
    var query = QuerySyntax(entity: NameSyntax(saved.name, span: statement.span))
    if !arguments.isEmpty {
      query.arguments = QueryArguments(arguments: arguments, span: statement.span)
    }
    return query
  }
}

import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Binds a `let`, whose query must be valid.
struct SavedQueryBinder {
  let schema: Schema
  let options: BindingOptions
  let findings: Findings

  /// The saved query; `text` is its statement.
  func savedQuery(_ statement: LetStatement, text: String) -> SavedQuery? {
    var owner: Entity?
    if let name = statement.entity {
      owner = ExpressionBinder(schema: schema, options: options, findings: findings).entity(name)
      guard owner != nil else { return nil }
    }
    checkNames(statement)
    if let path = statement.body.query?.chart?.path {
      findings.report(ChartError.fileOfSavedQuery(path.span))
    }
    let saved = SavedQuery(
      entity: owner?.name,
      name: statement.name.text,
      parameters: statement.parameters,
      body: statement.body,
      text: text
    )
    check(saved, statement.entity)
    return saved
  }

  private func checkNames(_ statement: LetStatement) {
    let names = schema.writableNames
    if statement.entity == nil, case .found(let entity) = NameLookup(statement.name, in: names) {
      findings.report(SavedQueryError.nameOfModel(statement.name, entity: entity))
    }
    findings.areDifferent(statement.parameters.map(\.name))
  }

  /// Binds the query or the changes with a placeholder for each argument; nil for changes.
  @discardableResult
  func check(_ saved: SavedQuery, _ owner: NameSyntax? = nil) -> BoundQuery? {
    var binder = QueryBinder(schema: schema, options: options, findings: findings)
    let arguments = SavedQueryArguments(binder: binder, inlining: InliningBudget(findings))
    var standIns: [String: TypedExpression] = [:]
    for parameter in saved.parameters where parameter.kind != .value {
      let record = ExpressionSyntax(.identity(of: nil), span: parameter.name.span)
      switch parameter.kind {
      case .key: binder.options.keys[parameter.name.text] = parameter.defaultValue ?? record
      case .order: binder.options.orders[parameter.name.text] = order(parameter)
      case .value: break
      }
    }
    for parameter in saved.parameters where parameter.kind == .value {
      _ = arguments.defaultValue(of: parameter)
      guard let type = arguments.type(of: parameter) else { return nil }
      if case .record(let entity) = type { noteUse(parameter.type.name, of: entity) }
      standIns[parameter.name.text] = Self.placeholder(type)
    }
    binder.options.savedQueries.removeAll { $0.fullName == saved.fullName }
    binder.options.savedQueries.append(saved)
    binder.options.arguments = standIns
    binder.options.savedPath = [saved.fullName]
    binder.options.declares = true
    binder.options.answers = nil
    guard let query = saved.query else { return check(saved.body.changes, binder.options) }
    let bound = binder.bound(query)
    if let bound, let owner, let entity = saved.entity, bound.request.queriedEntity != entity {
      findings.report(
        SavedQueryError.otherEntity(
          owner,
          asks: bound.request.queriedEntity,
          query.sourceSpan
        )
      )
    }
    return bound
  }

  /// The default order; ascending without one.
  private func order(_ parameter: ParameterDeclaration) -> Bool {
    guard let value = parameter.defaultValue else { return false }
    if let order = ParameterPath.word(value).flatMap(ParameterPath.order) { return order }
    findings.report(ParameterError.noOrder(NameSyntax(parameter.name.text, span: value.span)))
    return false
  }

  private func check(_ changes: [Statement], _ options: BindingOptions) -> BoundQuery? {
    for change in changes { _ = findings.change(change.kind, schema, options) }
    return nil
  }

  private func noteUse(_ name: NameSyntax, of entity: String) {
    ExpressionBinder(schema: schema, options: options, findings: findings)
      .noteUse(name, of: entity, nil)
  }

  /// A constant of `type` that does not adapt like a literal. An Int is one that `limit` takes.
  private static func placeholder(_ type: ValueType) -> TypedExpression {
    let literal = TypedExpression.literal(type == .int ? .int(1) : .null, type)
    return TypedExpression(.coalesce(literal, literal), type)
  }
}

extension FetchRequest {
  /// The entity of the innermost source.
  fileprivate var queriedEntity: String {
    if case .rows(let inner) = source { inner.queriedEntity } else { entity }
  }
}

public import Diagnostics
import Expressions
public import Model
public import Storage
public import Syntax

/// Binds statements to a schema: resolves every name and types every expression.
///
/// All methods throw all independent errors of a statement at once.
public struct Binder {
  let schema: Schema
  let options: BindingOptions

  /// Creates a binder for `schema`.
  public init(schema: Schema, options: BindingOptions = BindingOptions()) {
    self.schema = schema
    self.options = options
  }

  /// The stored names of submodels; nil if there are none.
  var names: StoredNames? { StoredNames(schema) }

  /// Replaces the names of models in a request by stored names.
  public func stored(_ request: FetchRequest) -> FetchRequest {
    names?.request(request) ?? request
  }

  /// Runs `body`; throws the errors that it reports.
  func bound<Result>(_ body: (QueryBinder) -> Result?) throws(DiagnosticList) -> Result {
    let findings = Findings()
    return try findings.checked(
      body(QueryBinder(schema: schema, options: options, findings: findings))
    )
  }

  /// Binds a `fetch`.
  public func bindFetch(_ query: QuerySyntax) throws(DiagnosticList) -> FetchRequest {
    stored(try bound { $0.request(query) })
  }

  /// Whether a `fetch` can have a chart: its own, or that of a saved query.
  public func mayHaveChart(_ query: QuerySyntax) -> Bool {
    query.chart != nil || options.savedQueries.contains { $0.query?.chart != nil }
  }

  /// Binds a `fetch` with its chart.
  public func bindChartedFetch(_ query: QuerySyntax) throws(DiagnosticList) -> ChartedFetch {
    let drawn = try bound { $0.drawn(query) }
    return ChartedFetch(drawn, request: stored(drawn.request))
  }

  /// Binds a query within a statement that takes no chart, such as `export` or `watch`.
  ///
  /// - Parameters:
  ///   - what: The statement, as the message names it.
  ///   - help: What can be done instead.
  public func bindFetchWithoutChart(
    _ query: QuerySyntax,
    in what: String,
    help: String
  ) throws(DiagnosticList) -> FetchRequest {
    stored(
      try bound { binder in
        binder.refuseChart(of: query, what, help: help)
        return binder.request(query)
      }
    )
  }

  /// A request for all records of `entity`, without columns.
  public func request(forAll entity: String) -> FetchRequest {
    stored(FetchRequest(entity: entity))
  }

  /// Binds a `let`.
  public func bindSavedQuery(
    _ statement: LetStatement,
    text: String
  ) throws(DiagnosticList) -> SavedQuery {
    let findings = Findings()
    let binder = SavedQueryBinder(schema: schema, options: options, findings: findings)
    return try findings.checked(binder.savedQuery(statement, text: text))
  }

  /// The query of a `let` that was checked when it was saved; ``fault(of:)`` checks it again.
  public func savedQuery(unchecked statement: LetStatement, text: String) -> SavedQuery {
    let owner = statement.entity.map { name in
      if case .found(let entity) = NameLookup(name, in: schema.writableNames) {
        entity
      } else {
        name.text
      }
    }
    return SavedQuery(
      entity: owner,
      name: statement.name.text,
      parameters: statement.parameters,
      body: statement.body,
      text: text
    )
  }

  /// The entity whose attributes clauses around a saved query can use: that of its records, or one
  /// with its columns as attributes; nil if the query is invalid.
  public func result(of saved: SavedQuery) -> Entity? {
    let binder = SavedQueryBinder(schema: schema, options: options, findings: Findings())
    guard let bound = binder.check(saved) else { return nil }
    return bound.showsRecords
      ? schema.entity(bound.request.entity)
      : DerivedEntity.entity(of: bound.request, called: saved.fullName).entity
  }

  /// The first error of a saved query with the current schema; nil if it is valid.
  public func fault(of saved: SavedQuery) -> String? {
    let findings = Findings()
    SavedQueryBinder(schema: schema, options: options, findings: findings).check(saved)
    return findings.all.first?.message
  }

  /// Binds a `count`.
  public func bindCount(_ query: QuerySyntax) throws(DiagnosticList) -> FetchRequest {
    stored(try bound { $0.countRequest(query) })
  }

  /// Binds an expression that reads no records.
  public func bindExpression(
    _ syntax: ExpressionSyntax
  ) throws(DiagnosticList) -> TypedExpression {
    let findings = Findings()
    let binder = ExpressionBinder(schema: schema, options: options, findings: findings)
    let bound = try findings.checked(binder.bind(syntax))
    return names?.expression(bound) ?? bound
  }

  /// Binds a value that is compared with the values of a column.
  public func bindExpected(
    _ syntax: ExpressionSyntax,
    _ type: ValueType,
    of column: String
  ) throws(DiagnosticList) -> TypedExpression {
    let findings = Findings()
    let binder = ExpressionBinder(schema: schema, options: options, findings: findings)
    let isKnown = type != .null && !type.isComposite
    let bound = try findings.checked(
      isKnown
        ? binder.storedValue(syntax, type, isOptional: true, of: column) : binder.bind(syntax)
    )
    return names?.expression(bound) ?? bound
  }

  /// The entity with a name.
  public func bindEntity(_ name: NameSyntax) throws(DiagnosticList) -> Entity {
    let findings = Findings()
    let binder = ExpressionBinder(schema: schema, options: options, findings: findings)
    return try findings.checked(binder.entity(name))
  }

  /// Binds models that are declared together.
  ///
  /// `newest` is the name of the new declaration, if that is not the last of the models. `bases`
  /// are members from a file instead of a declaration, by model.
  public func bindModels(
    _ declarations: [ModelDeclaration],
    newest: NameSyntax? = nil,
    bases: [String: [Property]] = [:]
  ) throws(DiagnosticList) -> SchemaChange {
    let findings = Findings()
    let binder = ModelBinder(schema: schema, bases: bases, options: options, findings: findings)
    return try findings.checked(binder.change(declarations, newest: newest))
  }

  /// Binds enums and structs that are declared together; the result is in dependency order.
  public func bindTypes(
    _ declarations: [TypeDeclaration]
  ) throws(DiagnosticList) -> [DeclaredType] {
    let findings = Findings()
    let binder = TypeBinder(
      schema: schema,
      findings: findings,
      waitingTexts: options.waitingTexts
    )
    return try findings.checked(.some(binder.types(declarations)))
  }

  /// Replaces the names of a model in new records by stored names.
  public func stored(_ rows: RecordRows) -> RecordRows {
    names?.rows(rows) ?? rows
  }

  /// Binds a `relate`.
  public func bindRelation(
    _ statement: RelateStatement
  ) throws(DiagnosticList) -> RelationRequest {
    let findings = Findings()
    let binder = RelationBinder(schema: schema, options: options, findings: findings)
    return try findings.checked(binder.request(statement))
  }

  /// The entity of an `extend`; throws if a new member's name is taken.
  public func bindExtension(_ statement: ExtendStatement) throws(DiagnosticList) -> Entity {
    let findings = Findings()
    let binder = ExpressionBinder(schema: schema, options: options, findings: findings)
    let entity = binder.entity(statement.entity)
    for name in statement.members.compactMap(\.declaredName) {
      guard let entity, entity.property(name.text) != nil else { continue }
      findings.report(DeclarationError.takenMember(name, entity: entity.name))
    }
    return try findings.checked(entity)
  }

  /// For each declaration, the types that it uses but neither the schema nor the declaration itself
  /// has.
  public func missingTypes(of declarations: [TypeDeclaration]) -> [[String]] {
    let known = KnownNames(schema)
    return declarations.map { known.missing($0.typeNames, besides: $0.name.text) }
  }

  /// For each declaration, the models and types that it uses but neither the schema nor the
  /// declaration itself has.
  public func missingModels(of declarations: [ModelDeclaration]) -> [[String]] {
    let known = KnownNames(schema)
    return declarations.map { known.missing($0.usedNames, besides: $0.name.text) }
  }

  /// Whether a model or type is named `name`, ignoring case.
  public func knows(_ name: String) -> Bool {
    if schema.entity(name) != nil || schema.type(name) != nil { return true }
    let folded = name.lowercased()
    return schema.entities.contains { $0.name.lowercased() == folded }
      || schema.types.contains { $0.name.lowercased() == folded }
  }

  /// The name of the entity that `name` refers to; nil if there is none.
  public func existingEntity(_ name: NameSyntax) throws(DiagnosticList) -> String? {
    switch NameLookup(name, in: schema.entities.map(\.name)) {
    case .found(let found): return found
    case .missing: return nil
    case .ambiguous(let candidates):
      throw DiagnosticList([NameError.ambiguous(name, candidates: candidates).diagnostic])
    }
  }
}

public import Diagnostics
import Expressions
public import Model
public import Storage
public import Syntax

/// Gives statements their meaning in a schema: every name resolved, every expression typed.
///
/// All methods throw every independent error of a statement at once.
public struct Binder {
  let schema: Schema
  let options: BindingOptions

  /// Makes a binder for `schema`.
  public init(schema: Schema, options: BindingOptions = BindingOptions()) {
    self.schema = schema
    self.options = options
  }

  /// The names under which a store keeps entities that specialise others; nil without such.
  var names: StoredNames? { StoredNames(schema) }

  /// A request with the names of models, under those of a store.
  public func stored(_ request: FetchRequest) -> FetchRequest {
    names?.request(request) ?? request
  }

  /// What `body` makes of a query, if nothing is wrong with that.
  func bound<Result>(_ body: (QueryBinder) -> Result?) throws(DiagnosticList) -> Result {
    let findings = Findings()
    return try findings.checked(
      body(QueryBinder(schema: schema, options: options, findings: findings))
    )
  }

  /// The request that a `fetch` makes.
  public func bindFetch(_ query: QuerySyntax) throws(DiagnosticList) -> FetchRequest {
    stored(try bound { $0.request(query) })
  }

  /// Whether a `fetch` may be drawn: it has a chart itself, or saved queries that it may ask have one.
  public func mayDraw(_ query: QuerySyntax) -> Bool {
    query.chart != nil || options.savedQueries.contains { $0.query.chart != nil }
  }

  /// The request that a `fetch` makes, with what of it is drawn.
  public func bindDrawnFetch(_ query: QuerySyntax) throws(DiagnosticList) -> ChartedFetch {
    let drawn = try bound { $0.drawn(query) }
    return ChartedFetch(drawn, request: stored(drawn.request))
  }

  /// The request of a query within a statement that draws nothing, as an `export` or a `watch`.
  ///
  /// - Parameters:
  ///   - what: The statement, as the message names it.
  ///   - help: What can be done instead.
  public func bindUndrawnFetch(
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

  /// The request for all records of `entity`, without columns.
  public func request(forAll entity: String) -> FetchRequest {
    stored(FetchRequest(entity: entity))
  }

  /// The query that a `let` gives a name.
  public func bindSavedQuery(
    _ statement: LetStatement,
    text: String
  ) throws(DiagnosticList) -> SavedQuery {
    let findings = Findings()
    let binder = SavedQueryBinder(schema: schema, options: options, findings: findings)
    return try findings.checked(binder.savedQuery(statement, text: text))
  }

  /// The query of a `let` that was checked when it was saved; ``fault(of:)`` says whether it still fits.
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
      query: statement.query,
      text: text
    )
  }

  /// The entity whose attributes clauses around a saved query see: that of its records, or one that
  /// is made of its columns; nil if something is wrong with it.
  public func result(of saved: SavedQuery) -> Entity? {
    let binder = SavedQueryBinder(schema: schema, options: options, findings: Findings())
    guard let bound = binder.check(saved) else { return nil }
    return bound.showsRecords
      ? schema.entity(bound.request.entity)
      : DerivedEntity.entity(of: bound.request, called: saved.fullName).entity
  }

  /// What is wrong with a saved query as the schema is now, in one line; nil if nothing is.
  public func fault(of saved: SavedQuery) -> String? {
    let findings = Findings()
    SavedQueryBinder(schema: schema, options: options, findings: findings).check(saved)
    return findings.all.first?.message
  }

  /// The request whose number of records a `count` asks for.
  public func bindCount(_ query: QuerySyntax) throws(DiagnosticList) -> FetchRequest {
    stored(try bound { $0.countRequest(query) })
  }

  /// An expression that reads no record.
  public func bindExpression(
    _ syntax: ExpressionSyntax
  ) throws(DiagnosticList) -> TypedExpression {
    let findings = Findings()
    let binder = ExpressionBinder(schema: schema, options: options, findings: findings)
    let bound = try findings.checked(binder.bind(syntax))
    return names?.expression(bound) ?? bound
  }

  /// The entity that a name stands for.
  public func bindEntity(_ name: NameSyntax) throws(DiagnosticList) -> Entity {
    let findings = Findings()
    let binder = ExpressionBinder(schema: schema, options: options, findings: findings)
    return try findings.checked(binder.entity(name))
  }

  /// What declaring models together changes in the schema.
  ///
  /// `newest` is the declaration that is being made, if that is not the last one of the models.
  /// What `bases` has under a model's name are members that no declaration made: those of a file.
  public func bindModels(
    _ declarations: [ModelDeclaration],
    newest: NameSyntax? = nil,
    bases: [String: [Property]] = [:]
  ) throws(DiagnosticList) -> SchemaChange {
    let findings = Findings()
    let binder = ModelBinder(schema: schema, bases: bases, options: options, findings: findings)
    return try findings.checked(binder.change(declarations, newest: newest))
  }

  /// Enums and structs that are declared together, those that others are made of first.
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

  /// New records of a model, under the names of a store.
  public func stored(_ rows: RecordRows) -> RecordRows {
    names?.rows(rows) ?? rows
  }

  /// The relationship that a `relate` makes.
  public func bindRelation(
    _ statement: RelateStatement
  ) throws(DiagnosticList) -> RelationRequest {
    let findings = Findings()
    let binder = RelationBinder(schema: schema, options: options, findings: findings)
    return try findings.checked(binder.request(statement))
  }

  /// The entity that an `extend` is about, once none of its members has a name that is taken.
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

  /// For each declaration the names of types that neither the schema has nor it declares itself.
  public func missingTypes(of declarations: [TypeDeclaration]) -> [[String]] {
    let known = KnownNames(schema)
    return declarations.map { known.missing($0.typeNames, besides: $0.name.text) }
  }

  /// For each declaration the names of models and types that neither the schema has nor it declares
  /// itself.
  public func missingModels(of declarations: [ModelDeclaration]) -> [[String]] {
    let known = KnownNames(schema)
    return declarations.map { known.missing($0.usedNames, besides: $0.name.text) }
  }

  /// Whether a model or a type is called `name`, in any case.
  public func knows(_ name: String) -> Bool {
    if schema.entity(name) != nil || schema.type(name) != nil { return true }
    let folded = name.lowercased()
    return schema.entities.contains { $0.name.lowercased() == folded }
      || schema.types.contains { $0.name.lowercased() == folded }
  }

  /// The name of the entity that `name` stands for; nil if there is none.
  public func existingEntity(_ name: NameSyntax) throws(DiagnosticList) -> String? {
    switch NameLookup(name, in: schema.entities.map(\.name)) {
    case .found(let found): return found
    case .missing: return nil
    case .ambiguous(let candidates):
      throw DiagnosticList([NameError.ambiguous(name, candidates: candidates).diagnostic])
    }
  }
}

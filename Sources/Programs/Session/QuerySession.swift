public import Binding
public import Context
public import Diagnostics
package import Execution
package import Expressions
import Foundation
public import Model
import Planning
public import Storage
public import Syntax

/// Runs statements on a store.
///
/// A failed statement changes neither the session nor the store.
public final class QuerySession {
  /// The context with pending changes.
  public let modelContext: ModelContext
  /// The settings of the user.
  public var settings: SessionSettings
  /// Set this flag from any thread to stop the running statement.
  public var cancellation: CancellationFlag { modelContext.cancellation }
  /// The declarations of all sessions on the container.
  let declarations: SharedDeclarations
  /// Whether all rows of results are read, not only some of them. Stores on servers then read their
  /// columns at once, which takes memory.
  public var readsAllRows = false
  /// The start of the running statement, for undo and history.
  package private(set) var title = ""
  /// Whether a statement is running, so that queries can ask others while they are bound.
  private var isRunning = false
  /// The state in which the query that is bound has asked questions, and its moment.
  private var asked: (moment: RequestedMoment?, snapshot: any StoreSnapshot)?
  /// The open stores of the program; nil if there are none.
  package weak var openStores: OpenStores?
  /// The models after the last statement; nil before the first.
  package var schemaBefore: Schema?
  /// How others changed the models since, until reported.
  var changedModelsNote: [String] = []
  /// The handlers of features.
  let handlers: [any StatementHandler]
  /// Helps with input that the session does not understand.
  let advisor: (any InputAdvisor)?
  private var companions: [(key: ObjectIdentifier, state: AnyObject)] = []

  /// Creates a session for a context.
  ///
  /// - Parameters:
  ///   - handlers: The handlers of features.
  ///   - advisor: Helps with input that the session does not understand.
  public init(
    context: ModelContext,
    handlers: [any StatementHandler],
    advisor: (any InputAdvisor)? = nil,
    settings: SessionSettings = SessionSettings()
  ) {
    modelContext = context
    self.handlers = handlers
    self.advisor = advisor
    self.settings = settings
    let store = context.container.store
    declarations = context.container.companion { SharedDeclarations(of: store) }
  }

  /// A session with the same features on another store.
  package func fresh(on store: any Store) -> QuerySession {
    let context = ModelContext(ModelContainer(store: store), autosaveEnabled: true)
    return QuerySession(context: context, handlers: handlers, advisor: advisor, settings: settings)
  }

  /// An object that a feature stores in the session, created on first use.
  package func companion<State: AnyObject>(_ create: () -> State) -> State {
    let key = ObjectIdentifier(State.self)
    if let known = companions.first(where: { $0.key == key })?.state as? State { return known }
    let new = create()
    companions.append((key, new))
    return new
  }

  /// The store.
  public var store: any Store { modelContext.container.store }

  /// The schema of the store.
  public var schema: Schema { store.schema }

  /// Runs one statement of `source`.
  public func run(
    _ statement: Statement,
    in source: SourceText
  ) throws(SessionError) -> StatementOutcome {
    cancellation.reset()
    _ = store.invalidValues?.takeInvalidFields()
    title = String(source.text(in: statement.span).prefix(10_000))
    settings.statementSeed = .random(in: .min ... .max)
    noteChangedModels()
    defer { schemaBefore = schema }
    do {
      let outcome = try answering {
        try notingBrokenQueries(statement) {
          guard statement.kind.declaresModels else { return try dispatch(statement, source) }
          return try changingModels { try dispatch(statement, source) }
        }
      }
      return adding(notesTo: outcome, of: statement)
    } catch {
      throw addingChangedModels(failure(error, of: statement, in: source))
    }
  }

  /// Runs `body`, whose queries can ask others while they are bound.
  func answering<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = (isRunning, asked)
    (isRunning, asked) = (true, nil)
    defer { (isRunning, asked) = outer }
    return try body()
  }

  /// The error to show for an error thrown while running a statement or reading its rows.
  public func failure(
    _ error: any Error,
    of statement: Statement,
    in source: SourceText
  ) -> SessionError {
    let place = FailurePlace(statement.span, in: source).place(of: error)
    let failure = improved(SessionError(error, in: place ?? statement.span), in: source)
    guard let path = store.missingFilePath else { return failure }
    return MissingFileHelp.adding(to: failure, of: statement, path: path)
  }

  /// The number of records of `entity`, including submodels.
  public func recordCount(of entity: String) throws -> Int {
    try rowCount(of: binder.request(forAll: entity))
  }

  /// The number of records of `entity`; nil if counting them can take long, as for a view on a
  /// server.
  public func quickRecordCount(of entity: String) throws -> Int? {
    let snapshot = try modelContext.snapshot()
    let counting = snapshot.capability((any CountingSnapshot).self, of: schema.root(of: entity))
    return counting?.countsQuickly(entity) == false ? nil : try recordCount(of: entity)
  }

  /// The rows of a bound request. Throws if it names a single record that does not exist.
  package func rows(of request: FetchRequest) throws -> any ResultRows {
    let executor = try executor(for: request, over: takeAskedSnapshot(for: request))
    try Self.refuseMissingRecord(request, executor)
    return try executor.rows(of: executor.plan(request))
  }

  /// The number of rows of a bound request. Throws if it names a single record that does not exist.
  package func rowCount(of request: FetchRequest) throws -> Int {
    let executor = try executor(for: request, over: takeAskedSnapshot(for: request))
    try Self.refuseMissingRecord(request, executor)
    return try executor.count(of: executor.plan(request))
  }

  /// The rows of a question, from the state that the rows of the query then come from.
  private func answer(to request: FetchRequest) throws -> any ResultRows {
    let context = settings.evaluationContext()
    let snapshot =
      try takeAskedSnapshot(for: request) ?? modelContext.snapshot(for: request, context)
    asked = (request.moment, snapshot)
    let executor = try executor(context, over: snapshot)
    try Self.refuseMissingRecord(request, executor)
    return try executor.rows(of: executor.plan(request))
  }

  /// The snapshot of the questions that the query asked; nil if it asked none.
  package func takeAskedSnapshot(for request: FetchRequest) -> (any StoreSnapshot)? {
    defer { asked = nil }
    return asked?.moment == request.moment ? asked?.snapshot : nil
  }

  private static func refuseMissingRecord(_ request: FetchRequest, _ executor: Executor) throws {
    guard let missing = try executor.missingRecord(of: request.innermost) else { return }
    throw StoreError.missingRecord(missing)
  }

  /// The value of an expression without a record; reads the store only for inner queries.
  func value(of expression: TypedExpression, _ context: EvaluationContext) throws -> Value {
    if expression.containsQuery { return try executor(context).value(of: expression) }
    return try ScalarEvaluator(source: NoRecords(), context: context)
      .evaluate(expression, scopes: [])
  }

  /// A binder for the current models and saved queries.
  package var binder: Binder {
    newBinder(for: declarations.current(in: store))
  }

  /// A binder for an expression whose queries have these values.
  func binder(queryValues: [SourceSpan: ParameterValue]) -> Binder {
    let current = declarations.current(in: store)
    var options = bindingOptions(current.schema, current.queries.all)
    options.queryValues = queryValues
    return Binder(schema: current.schema, options: options)
  }

  /// A binder for models and saved queries at one moment.
  func newBinder(for current: (schema: Schema, queries: SavedQueries)) -> Binder {
    Binder(schema: current.schema, options: bindingOptions(current.schema, current.queries.all))
  }

  /// The options for binding statements.
  package var bindingOptions: BindingOptions {
    let (schema, saved) = declarations.current(in: store)
    return bindingOptions(schema, saved.all)
  }

  private func bindingOptions(_ schema: Schema, _ queries: [SavedQuery]) -> BindingOptions {
    var options = settings.bindingOptions
    options.savedQueries = queries
    let (models, types) = declarations.waiting
    options.waitingModels = models.waitingNames(in: schema)
    options.waitingTexts = models.waitingTexts.merging(types.waitingTexts) { model, _ in model }
    if isRunning {
      options.answers = StatementAnswers { [unowned self] in try answer(to: $0) }
    }
    let others = openStores?.stores.filter { $0.session !== self } ?? []
    options.otherStores = others.map { (name: $0.name, schema: $0.session.declarations.schema) }
    return options
  }

  /// An executor for the records that a request reads: those of a snapshot, or else the current
  /// ones or those of its moment.
  package func executor(
    for request: FetchRequest,
    _ context: EvaluationContext? = nil,
    over snapshot: (any StoreSnapshot)? = nil,
    profile: ExecutionProfile? = nil
  ) throws -> Executor {
    let context = context ?? settings.evaluationContext()
    let snapshot = try snapshot ?? modelContext.snapshot(for: request, context)
    return try executor(context, over: snapshot, profile: profile)
  }

  /// An executor for the current state of the store, or for a snapshot.
  ///
  /// - Parameter context: The statement's context; nil for a new one.
  package func executor(
    _ context: EvaluationContext? = nil,
    over snapshot: (any StoreSnapshot)? = nil,
    profile: ExecutionProfile? = nil
  ) throws -> Executor {
    Executor(
      snapshot: try snapshot ?? modelContext.snapshot(),
      evaluation: context ?? settings.evaluationContext(),
      cancellation: cancellation,
      profile: profile,
      readsAllRows: readsAllRows
    )
  }
}

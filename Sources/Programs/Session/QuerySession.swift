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

/// One conversation with a store: a statement goes in, an outcome comes out.
///
/// A statement that fails leaves the session and the store as they were.
public final class QuerySession {
  /// What is changed and not saved yet, over the store.
  public let modelContext: ModelContext
  /// What the user can set.
  public var settings: SessionSettings
  /// Raise it from anywhere to stop the statement that runs.
  public var cancellation: CancellationFlag { modelContext.cancellation }
  /// What sessions on the container have declared.
  let declarations: SharedDeclarations
  /// The beginning of the statement that runs, by which it is remembered.
  package private(set) var title = ""
  /// The stores that are open beside this one; nil where there is none.
  package weak var shelf: OpenStores?
  /// The models as this session saw or made them last; nil before its first statement.
  package var schemaBefore: Schema?
  /// How others have changed the models since, until that is told.
  var changedModelsNote: [String] = []
  /// The handlers of the statements that features bring.
  let handlers: [any StatementHandler]
  /// Who knows more about what the session does not understand.
  let advisor: (any InputAdvisor)?
  private var companions: [ObjectIdentifier: AnyObject] = [:]

  /// Opens a session that works in a context.
  ///
  /// - Parameters:
  ///   - handlers: Those of the features that the session has.
  ///   - advisor: Who knows more about what the session does not understand.
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

  /// A session of the same kind on another store.
  package func fresh(on store: any Store) -> QuerySession {
    let context = ModelContext(ModelContainer(store: store), autosaveEnabled: true)
    return QuerySession(context: context, handlers: handlers, advisor: advisor, settings: settings)
  }

  /// What a feature remembers for as long as the session lives, made when it is first asked for.
  package func companion<Remembered: AnyObject>(_ make: () -> Remembered) -> Remembered {
    let key = ObjectIdentifier(Remembered.self)
    if let known = companions[key] as? Remembered { return known }
    let made = make()
    companions[key] = made
    return made
  }

  /// The store that is asked.
  public var store: any Store { modelContext.container.store }

  /// The entities that can be asked.
  public var schema: Schema { store.schema }

  /// Runs one statement of `source`.
  public func run(
    _ statement: Statement,
    in source: SourceText
  ) throws(SessionError) -> StatementOutcome {
    cancellation.reset()
    _ = store.invalidValues?.takeMisfitFields()
    title = String(source.text(in: statement.span).prefix(10_000))
    noteChangedModels()
    defer { schemaBefore = schema }
    do {
      let outcome = try notingBrokenQueries(statement) {
        guard statement.kind.declaresModels else { return try dispatch(statement, source) }
        return try changingModels { try dispatch(statement, source) }
      }
      return adding(notesTo: outcome, of: statement)
    } catch {
      throw tellingChangedModels(failure(error, of: statement, in: source))
    }
  }

  /// What a stage, or a result's rows, threw while it worked on a statement, as the user is told.
  public func failure(
    _ error: any Error,
    of statement: Statement,
    in source: SourceText
  ) -> SessionError {
    let names = queries.map(\.name)
    let place = FailurePlace(statement.span, in: source, schema, queries: names).place(of: error)
    let told = improved(SessionError(error, in: place ?? statement.span), in: source)
    guard let path = store.absentPath else { return told }
    return AbsentFileHelp.adding(to: told, of: statement, path: path)
  }

  /// The number of records of `entity`, those of entities that specialise it included.
  public func recordCount(of entity: String) throws -> Int {
    try rowCount(of: binder.request(forAll: entity))
  }

  /// The rows of a request that is in the store's own terms.
  package func rows(of request: FetchRequest) throws -> any ResultRows {
    let executor = try executor()
    return try executor.rows(of: executor.plan(request))
  }

  /// The number of rows of a request that is in the store's own terms.
  package func rowCount(of request: FetchRequest) throws -> Int {
    let executor = try executor()
    return try executor.count(of: executor.plan(request))
  }

  /// The value of an expression that reads no record around it; the store is looked at only for
  /// queries within it.
  func value(of expression: TypedExpression, _ context: EvaluationContext) throws -> Value {
    if expression.asksQuery { return try executor(context).value(of: expression) }
    return try ScalarEvaluator(source: NoRecords(), context: context)
      .evaluate(expression, scopes: [])
  }

  /// A binder for the models and saved queries as they are now.
  package var binder: Binder {
    newBinder(for: declarations.current(in: store))
  }

  /// A binder for models and saved queries of one moment.
  func newBinder(for current: (schema: Schema, queries: SavedQueries)) -> Binder {
    Binder(schema: current.schema, options: bindingOptions(current.schema, current.queries.all))
  }

  /// What statements are bound with.
  package var bindingOptions: BindingOptions {
    let (schema, saved) = declarations.current(in: store)
    return bindingOptions(schema, saved.all)
  }

  private func bindingOptions(_ schema: Schema, _ queries: [SavedQuery]) -> BindingOptions {
    var options = settings.bindingOptions
    options.savedQueries = queries
    options.waitingModels = models.waitingNames(in: schema)
    options.waitingTexts = models.waitingTexts.merging(types.waitingTexts) { model, _ in model }
    let others = shelf?.stores.filter { $0.session !== self } ?? []
    options.otherStores = others.map { (name: $0.name, schema: $0.session.declarations.schema) }
    return options
  }

  /// An executor over the store as it is now, or over a snapshot of it.
  ///
  /// - Parameter context: That of the statement; one that begins now if nil.
  package func executor(
    _ context: EvaluationContext? = nil,
    over snapshot: (any StoreSnapshot)? = nil,
    profile: ExecutionProfile? = nil
  ) throws -> Executor {
    Executor(
      snapshot: try snapshot ?? modelContext.snapshot(),
      evaluation: context ?? settings.evaluationContext(),
      cancellation: cancellation,
      profile: profile
    )
  }
}

import Binding
public import Context
public import Diagnostics
import Execution
import Expressions
import Foundation
public import Model
import Planning
public import Rendering
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
  private(set) var title = ""
  /// The stores that are open beside this one; nil where there is none.
  weak var shelf: StoreShelf?
  /// What is to be said of the version that was declared last once the store is used as it is.
  var versionNote: [String]?
  /// The models as this session saw or made them last; nil before its first statement.
  var schemaBefore: Schema?
  /// How others have changed the models since, until that is told.
  var changedModelsNote: [String] = []
  /// Where the copy lies that the last migration made, until that is told.
  var copyNote: String?

  /// Opens a session on `store`.
  public convenience init(store: any Store, settings: SessionSettings = SessionSettings()) {
    self.init(container: ModelContainer(store: store), settings: settings)
  }

  /// Opens a session on a container, which others may use too.
  public convenience init(
    container: ModelContainer,
    settings: SessionSettings = SessionSettings()
  ) {
    self.init(context: ModelContext(container, autosaveEnabled: true), settings: settings)
  }

  /// Opens a session that works in a context which is there already.
  public init(context: ModelContext, settings: SessionSettings = SessionSettings()) {
    modelContext = context
    self.settings = settings
    let store = context.container.store
    declarations = context.container.companion { SharedDeclarations(of: store) }
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
    _ = store.takeMisfitFields()
    title = String(source.text(in: statement.span).prefix(10_000))
    noteChangedModels()
    defer { schemaBefore = schema }
    do {
      return try notingBrokenQueries(statement) {
        guard statement.kind.declaresModels else { return try dispatch(statement, source) }
        return try changingModels { try dispatch(statement, source) }
      }
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
    let told = SessionError(error, in: place ?? statement.span)
    guard let path = store.absentPath else { return told }
    return AbsentFileHelp.adding(to: told, of: statement, path: path)
  }

  /// Names every stage that a query passes, in order.
  func fetch(_ query: QuerySyntax) throws -> StatementOutcome {
    let drawn = try binder.bindDrawnFetch(query)
    if let path = drawn.path { try refuseFile(path) }
    let executor = try executor()
    let plan = executor.plan(drawn.request)
    let rows = try executor.rows(of: plan)
    return try drawn.chart.map { try draw(rows, $0, to: drawn.path) } ?? .rows(rows)
  }

  private func dispatch(_ statement: Statement, _ source: SourceText) throws -> StatementOutcome {
    switch statement.kind {
    case .fetch(let query): try fetch(query)
    case .count(let query): try count(query)
    case .evaluate(let expression): try evaluate(expression)
    case .model(let declaration): try declare(declaration, in: source)
    case .insert(let insert): try perform(.insert(binder.bindInsert(insert)))
    case .version(let declaration): try declare(declaration, in: source)
    case .migrate(let migrate): try self.migrate(migrate)
    case .use(let name): try use(name)
    case .copy(let statement): try copy(statement)
    case .importFile(let file): try importFile(file)
    case .export(let statement): try export(statement)
    case .enumeration(let declaration): try declare(.enumeration(declaration), in: source)
    case .structure(let declaration): try declare(.structure(declaration), in: source)
    case .extend(let statement): try extend(statement)
    case .relate(let statement): try relate(statement)
    case .saveQuery(let statement): try save(statement)
    case .explain(let inner, let run): try explain(inner, run: run)
    case .trace(let query): try trace(query)
    case .watch(let statement): try watch(statement)
    case .update(let update): try perform(.update(binder.bindUpdate(update)))
    case .upsert(let upsert): try perform(.upsert(binder.bindUpsert(upsert)))
    case .delete(let delete): try perform(.delete(binder.bindDelete(delete)))
    case .generate(let statement): try generate(statement)
    case .preview(let inner): try preview(inner)
    case .transaction(let command): try run(command)
    case .autosave(let isOn): try autosave(isOn)
    case .history(let statement): try history(statement)
    }
  }

  private func count(_ query: QuerySyntax) throws -> StatementOutcome {
    .value(.int(Int64(try rowCount(of: binder.bindCount(query)))), .int)
  }

  /// The number of records of `entity`, those of entities that specialise it included.
  public func recordCount(of entity: String) throws -> Int {
    try rowCount(of: binder.request(forAll: entity))
  }

  /// The rows of a request that is in the store's own terms.
  func rows(of request: FetchRequest) throws -> any ResultRows {
    let executor = try executor()
    return try executor.rows(of: executor.plan(request))
  }

  /// The number of rows of a request that is in the store's own terms.
  func rowCount(of request: FetchRequest) throws -> Int {
    let executor = try executor()
    return try executor.count(of: executor.plan(request))
  }

  private func evaluate(_ syntax: ExpressionSyntax) throws -> StatementOutcome {
    let expression = try binder.bindExpression(syntax)
    return .value(try value(of: expression, settings.evaluationContext()), expression.type)
  }

  /// The value of an expression that reads no record around it; the store is looked at only for
  /// queries within it.
  func value(of expression: TypedExpression, _ context: EvaluationContext) throws -> Value {
    if expression.asksQuery { return try executor(context).value(of: expression) }
    return try ScalarEvaluator(source: NoRecords(), context: context)
      .evaluate(expression, scopes: [])
  }

  /// A binder for the models and saved queries as they are now.
  var binder: Binder {
    newBinder(for: declarations.current(in: store))
  }

  /// A binder for models and saved queries of one moment.
  func newBinder(for current: (schema: Schema, queries: SavedQueries)) -> Binder {
    Binder(schema: current.schema, options: bindingOptions(current.schema, current.queries.all))
  }

  /// What statements are bound with.
  var bindingOptions: BindingOptions {
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
  func executor(
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

/// What a statement answers.
public enum StatementOutcome {
  /// Rows to print.
  case rows(any ResultRows)
  /// Rows that are drawn where people read them: of `fetch … chart`.
  case chart(ChartedRows)
  /// A single value to print: of `=` and `count`.
  case value(Value, ValueType)
  /// What was done, in one line: `1 inserted`.
  case message(String)
  /// An answer in words: of `explain` and `trace`.
  case report(Report)
  /// A query to look at again and again, run for the first time: of `watch`.
  case watch(WatchedQuery)

  /// The rows of a result, drawn or not; nil where there is none.
  public var rows: (any ResultRows)? {
    switch self {
    case .rows(let rows): rows
    case .chart(let drawn): drawn.rows
    case .value, .message, .report, .watch: nil
    }
  }
}

import Binding
import Diagnostics
import Execution
import Expressions
import Model
import Planning
public import Storage
import Syntax

/// A query that runs again after commits that affect it: `watch fetch …`.
///
/// It uses the settings, parameters and pending changes of its session.
public final class WatchedQuery {
  /// How long to watch; nil for until stopped.
  public let duration: Duration?
  /// The columns, with distinct names.
  public let headers: [ResultHeader]
  /// The root entities that the query reads; other changes do not run it.
  public private(set) var entitiesRead: Set<String>
  /// The number of runs.
  public private(set) var runCount = 0

  private let session: QuerySession
  private let statement: WatchStatement
  private let answers = KeptAnswers()
  private var request: KeyedRequest
  private var schema: Schema
  /// The saved queries when the query was bound.
  private var savedQueries: [String]
  private var marks: ChangeMarks
  private var state = ResultState()
  /// The error of the last run; nil if it succeeded.
  private var failure: String?

  /// The outcome of ``refresh()``.
  public enum Refresh {
    /// The result is the same.
    case same
    case changed(ResultChanges)
    /// The query fails with the current records; the rows remain, and a later commit can fix it.
    /// Each error is returned once.
    case failing(any Error)
  }

  /// Runs the query for the first time.
  init(_ statement: WatchStatement, in session: QuerySession) throws {
    self.session = session
    self.statement = statement
    duration = try statement.duration.map { try session.watchTime($0) }
    // Later changes are checked again, even if this run already sees them.
    marks = try session.store.currentMarks()
    (schema, savedQueries) = Self.declarations(session)
    request = try Self.request(statement, session, answers)
    headers = request.headers(isCount: statement.isCount)
    entitiesRead = request.request.entitiesRead
    state = try run()
  }

  /// The current rows.
  public var rows: any ResultRows { ListedRows(headers: headers, rows: state.rows) }

  /// The current rows as changes of an empty result.
  public var firstChanges: ResultChanges { changes(since: ResultState()) }

  /// Runs the query again if the store changed, and compares the results.
  ///
  /// Throws if the query is no longer valid or has different columns, or if the store cannot be
  /// read. Throws ``Storage/Cancellation`` if it was stopped.
  public func refresh() throws -> Refresh {
    do {
      let now = try session.store.currentMarks()
      let (schema, savedQueries) = Self.declarations(session)
      let isRedefined = savedQueries != self.savedQueries
      guard isRedefined || now.differ(from: marks, in: entitiesRead) else { return .same }
      if isRedefined || schema != self.schema { try bindAgain() }
      let found = try refresh(now)
      (self.schema, self.savedQueries) = (schema, savedQueries)
      return found
    } catch let error as StoreFileError where error.isBusy {
      // The marks are unchanged, so the next call tries again.
      return .same
    }
  }

  private func refresh(_ now: ChangeMarks) throws -> Refresh {
    let previous = state
    do {
      state = try run()
      (marks, failure) = (now, nil)
    } catch let error as ExecutionError {
      marks = now
      let isKnown = failure == error.description
      failure = error.description
      return isKnown ? .same : .failing(error)
    }
    let changes = changes(since: previous)
    return changes.changes.isEmpty ? .same : .changed(changes)
  }

  private func changes(since previous: ResultState) -> ResultChanges {
    let names = headers.map(\.name)
    let comparison = ResultComparison(names: names, old: previous, new: state)
    return ResultChanges(changes: comparison.changes(), rowCount: state.rows.count)
  }

  // MARK: Binding and running

  private static func request(
    _ statement: WatchStatement,
    _ session: QuerySession,
    _ answers: KeptAnswers
  ) throws -> KeyedRequest {
    var options = session.bindingOptions
    options.answers = answers.answers(from: options.answers)
    let (schema, _) = session.declarations.current(in: session.store)
    let binder = Binder(schema: schema, options: options)
    if statement.isCount {
      let request = try binder.bindCount(statement.query)
      try refuseMoment(of: request, statement)
      return KeyedRequest(counting: request)
    }
    let request = try binder.bindFetchWithoutChart(
      statement.query,
      in: "`watch`",
      help: "it reports changes row by row"
    )
    try refuseMoment(of: request, statement)
    return KeyedRequest(request, session.schema)
  }

  private static func refuseMoment(
    of request: FetchRequest,
    _ statement: WatchStatement
  ) throws(DiagnosticList) {
    guard request.moment != nil else { return }
    throw DiagnosticList([
      Diagnostic(
        "`watch` follows changes, and a past state does not change",
        at: statement.query.moment?.span ?? statement.query.entity.span,
        help: ["`fetch … as of …` reads it once; `diff … since …` shows what has changed since"]
      )
    ])
  }

  private static func declarations(_ session: QuerySession) -> (Schema, [String]) {
    let (schema, saved) = session.declarations.current(in: session.store)
    return (schema, saved.all.map(\.text))
  }

  /// Binds the query again after changes of models or saved queries.
  private func bindAgain() throws {
    let request = try session.answering { try Self.request(statement, session, answers) }
    guard request.headers(isCount: statement.isCount) == headers else {
      let what = session.schema == schema ? "saved queries" : "models"
      throw DiagnosticList([
        Diagnostic(
          "the \(what) changed, and the query now has different columns",
          at: statement.query.entity.span,
          help: ["`watch` it again; `select` keeps the columns the same"]
        )
      ])
    }
    self.request = request
    entitiesRead = request.request.entitiesRead
  }

  private func run() throws -> ResultState {
    runCount += 1
    let executor = try session.executor()
    if statement.isCount {
      let count = Int64(try executor.count(of: executor.plan(request.request)))
      return ResultState(keys: [.group([])], rows: [[.int(count)]])
    }
    let cells = try executor.rows(of: executor.plan(request.request)).allValues()
    var state = ResultState(
      keys: request.keys(of: cells),
      rows: cells.map { Array($0.prefix(request.shownCount)) }
    )
    state.found = try request.allKeys.flatMap { try allKeys($0, executor) }
    return state
  }

  /// The keys of all rows; nil if a row that is not shown fails.
  private func allKeys(_ request: FetchRequest, _ executor: Executor) throws -> Set<RowKey>? {
    do {
      let cells = try executor.rows(of: executor.plan(request)).allValues()
      return Set(self.request.keys(of: cells))
    } catch is ExecutionError {
      return nil
    }
  }
}

extension KeyedRequest {
  /// The shown columns, with distinct names.
  fileprivate func headers(isCount: Bool) -> [ResultHeader] {
    if isCount { return [ResultHeader(name: "count", type: .int)] }
    let columns = request.columns.prefix(shownCount)
    return zip(ColumnNames.completed(columns.map(\.name)), columns).map {
      ResultHeader(name: $0, type: $1.expression.type)
    }
  }
}

extension StoreFileError {
  /// Whether another process locked the file for too long, which can change.
  fileprivate var isBusy: Bool { if case .busy = fault { true } else { false } }
}

/// The answers to the questions of a query when it was bound first, which remain when it is bound
/// again, so that a pivot keeps its columns and `bins` its limits.
private final class KeptAnswers: QueryAnswers, @unchecked Sendable {
  private var source: (any QueryAnswers)?
  private var known: [FetchRequest: any ResultRows] = [:]

  /// These answers, with new ones from `source`; nil without it.
  func answers(from source: (any QueryAnswers)?) -> (any QueryAnswers)? {
    self.source = source
    guard source != nil else { return nil }
    return self
  }

  func rows(of request: FetchRequest) throws(DiagnosticList) -> any ResultRows {
    if let rows = known[request] { return rows }
    guard let source else { return ListedRows(headers: [], columns: []) }
    let rows = try source.rows(of: request)
    known[request] = rows
    return rows
  }
}

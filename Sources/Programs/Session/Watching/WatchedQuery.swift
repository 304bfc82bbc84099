import Binding
import Diagnostics
import Execution
import Expressions
import Model
import Planning
public import Storage
import Syntax

/// A query whose result is looked at again after each commit that touches what it reads: `watch fetch …`.
///
/// It belongs to a session, with whose settings, parameters and pending changes it runs.
public final class WatchedQuery {
  /// For how long it is to be watched; nil until somebody stops it.
  public let duration: Duration?
  /// The columns that are shown; their names differ.
  public let headers: [ResultHeader]
  /// The root entities that the query reads; changes of others run nothing.
  public private(set) var entitiesRead: Set<String>
  /// How often the query was run.
  public private(set) var runCount = 0

  private let session: QuerySession
  private let statement: WatchStatement
  private var request: KeyedRequest
  private var schema: Schema
  /// The statements of the saved queries with which the query got its meaning.
  private var savedQueries: [String]
  private var marks: ChangeMarks
  private var state = ResultState()
  /// What the query failed with last; nil once it has run again.
  private var failure: String?

  /// What a look at the store found.
  public enum Look {
    /// Nothing was touched that the query reads, or its result is the same.
    case same
    case changed(ResultChanges)
    /// The records are such that the query fails, and the rows are known as they were before; a later commit may
    /// mend that. It is told once.
    case failing(any Error)
  }

  /// Runs the query for the first time.
  init(_ statement: WatchStatement, in session: QuerySession) throws {
    self.session = session
    self.statement = statement
    duration = try statement.duration.map { try session.watchTime($0) }
    // What is changed from here on is looked at again, be it in the first result already or not.
    marks = try session.store.currentMarks()
    (schema, savedQueries) = Self.declarations(session)
    request = try Self.request(statement, session)
    headers = request.headers(isCount: statement.isCount)
    entitiesRead = request.request.entitiesRead
    state = try run()
  }

  /// The rows as they are known now.
  public var rows: any ResultRows { ListedRows(headers: headers, rows: state.rows) }

  /// The same as changes of nothing at all.
  public var firstChanges: ResultChanges { changes(since: ResultState()) }

  /// Looks whether the result is another one than it was when this was asked last.
  ///
  /// Throws where the query cannot be watched any more: its models were changed so that it means nothing or
  /// shows other columns, or the store cannot be read. Throws ``Storage/Cancellation`` where it was stopped.
  public func look() throws -> Look {
    do {
      let now = try session.store.currentMarks()
      let (schema, savedQueries) = Self.declarations(session)
      let isRedefined = savedQueries != self.savedQueries
      guard isRedefined || now.differ(from: marks, in: entitiesRead) else { return .same }
      if isRedefined || schema != self.schema { try bindAgain() }
      let found = try look(now)
      (self.schema, self.savedQueries) = (schema, savedQueries)
      return found
    } catch let error as StoreFileError where error.isBusy {
      // The marks are those of before: it is looked at again.
      return .same
    }
  }

  private func look(_ now: ChangeMarks) throws -> Look {
    let former = state
    do {
      state = try run()
      (marks, failure) = (now, nil)
    } catch let error as ExecutionError {
      marks = now
      let isKnown = failure == error.description
      failure = error.description
      return isKnown ? .same : .failing(error)
    }
    let changes = changes(since: former)
    return changes.changes.isEmpty ? .same : .changed(changes)
  }

  private func changes(since former: ResultState) -> ResultChanges {
    let names = headers.map(\.name)
    let comparison = ResultComparison(names: names, old: former, new: state)
    return ResultChanges(changes: comparison.changes(), rowCount: state.rows.count)
  }

  // MARK: Binding and running

  private static func request(
    _ statement: WatchStatement,
    _ session: QuerySession
  ) throws -> KeyedRequest {
    let binder = session.binder
    if statement.isCount { return KeyedRequest(counting: try binder.bindCount(statement.query)) }
    let request = try binder.bindUndrawnFetch(
      statement.query,
      in: "`watch`",
      help: "it tells row by row what becomes different"
    )
    return KeyedRequest(request, session.schema)
  }

  private static func declarations(_ session: QuerySession) -> (Schema, [String]) {
    let (schema, saved) = session.declarations.current(in: session.store)
    return (schema, saved.all.map(\.text))
  }

  /// Gives the query its meaning in models, or with saved queries, that were changed.
  private func bindAgain() throws {
    let request = try Self.request(statement, session)
    guard request.headers(isCount: statement.isCount) == headers else {
      let what = session.schema == schema ? "saved queries" : "models"
      throw DiagnosticList([
        Diagnostic(
          "the \(what) were changed, and the query shows other columns now",
          at: statement.query.entity.span,
          help: ["`watch` it again; with `select` the columns stay the same"]
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

  /// The keys of all rows; nil where one of them that is not shown cannot be computed.
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
  /// The columns that are shown, with names that differ.
  fileprivate func headers(isCount: Bool) -> [ResultHeader] {
    if isCount { return [ResultHeader(name: "count", type: .int)] }
    let columns = request.columns.prefix(shownCount)
    return zip(ColumnNames.completed(columns.map(\.name)), columns).map {
      ResultHeader(name: $0, type: $1.expression.type)
    }
  }
}

extension StoreFileError {
  /// Whether another process held the file for too long, which says nothing about the next time.
  fileprivate var isBusy: Bool { if case .busy = fault { true } else { false } }
}

import Columns
import Expressions
import Model
import Planning
import Storage

/// The state that all operators and programs of a statement share.
final class ExecutionEnvironment {
  let snapshot: any StoreSnapshot
  let evaluation: EvaluationContext
  let cancellation: CancellationFlag
  /// The profile, if requested.
  let profile: ExecutionProfile?
  /// Whether all rows of results are read, not only the first and the last.
  let readsAllRows: Bool
  /// The thresholds for parallel scans.
  var division = ScanDivision.standard
  /// Aggregates for all owners of relationships, shared by the statement's threads.
  let ownerAggregates: OwnerAggregates
  /// Answers for distinct strings, shared by the statement's threads.
  let predicateAnswers: PredicateAnswers
  private var lastSerial = 0
  private var foundByQuery: [RecordQuery: Result<ReferenceSet, any Error>] = [:]

  init(
    snapshot: any StoreSnapshot,
    evaluation: EvaluationContext,
    cancellation: CancellationFlag,
    profile: ExecutionProfile? = nil,
    readsAllRows: Bool = false,
    ownerAggregates: OwnerAggregates = OwnerAggregates(),
    predicateAnswers: PredicateAnswers = PredicateAnswers()
  ) {
    self.snapshot = snapshot
    self.ownerAggregates = ownerAggregates
    self.predicateAnswers = predicateAnswers
    self.evaluation = evaluation
    self.cancellation = cancellation
    self.profile = profile
    self.readsAllRows = readsAllRows
  }

  /// The records of a query inside an expression. It runs once per statement; errors are cached
  /// too.
  func found(by query: RecordQuery) throws -> ReferenceSet {
    if let found = foundByQuery[query] { return try found.get() }
    let found = Result {
      ReferenceSet(
        try Executor(environment: self).references(of: planner.plan(query), first: nil)
      )
    }
    foundByQuery[query] = found
    return try found.get()
  }

  /// A planner for the statement's snapshot.
  var planner: Planner { Planner(snapshot: snapshot, moment: evaluation) }

  /// The environment over another snapshot, which extends this one.
  func over(_ snapshot: any StoreSnapshot) -> ExecutionEnvironment {
    copied(over: snapshot, OwnerAggregates(), PredicateAnswers())
  }

  /// The environment for another thread.
  func forAnotherThread() -> ExecutionEnvironment {
    copied(over: snapshot, ownerAggregates, predicateAnswers)
  }

  private func copied(
    over snapshot: any StoreSnapshot,
    _ ownerAggregates: OwnerAggregates,
    _ predicateAnswers: PredicateAnswers
  ) -> ExecutionEnvironment {
    let environment = ExecutionEnvironment(
      snapshot: snapshot,
      evaluation: evaluation,
      cancellation: cancellation,
      profile: profile,
      readsAllRows: readsAllRows,
      ownerAggregates: ownerAggregates,
      predicateAnswers: predicateAnswers
    )
    environment.division = division
    return environment
  }

  /// The result of `work` for the operator `plan`, measured if there is a profile.
  func measured<Result>(
    _ plan: Plan,
    rows: (Result) -> Int,
    _ work: () throws -> Result
  ) rethrows -> Result {
    // A scan records its figures itself.
    if case .scan = plan { return try work() }
    return try profile?.measure(plan, rows: rows, work) ?? work()
  }

  /// A number that is unique in the statement.
  func nextSerial() -> Int {
    lastSerial += 1
    return lastSerial
  }
}

import Columns
import Expressions
import Model
import Planning
import Storage

/// What all operators and programs of one statement share.
final class ExecutionEnvironment {
  let snapshot: any StoreSnapshot
  let evaluation: EvaluationContext
  let cancellation: CancellationFlag
  /// Where the steps leave their figures, if they are asked for.
  let profile: ExecutionProfile?
  /// How scans are divided among threads.
  var division = ScanDivision.standard
  /// What was made for all owners of relationships, shared by all threads of the statement.
  let ownerAggregates: OwnerAggregates
  /// What was found out about texts, shared by all threads of the statement.
  let textAnswers: TextAnswers
  private var lastSerial = 0
  private var foundByQuery: [RecordQuery: Result<ReferenceSet, any Error>] = [:]

  init(
    snapshot: any StoreSnapshot,
    evaluation: EvaluationContext,
    cancellation: CancellationFlag,
    profile: ExecutionProfile? = nil,
    ownerAggregates: OwnerAggregates = OwnerAggregates(),
    textAnswers: TextAnswers = TextAnswers()
  ) {
    self.snapshot = snapshot
    self.ownerAggregates = ownerAggregates
    self.textAnswers = textAnswers
    self.evaluation = evaluation
    self.cancellation = cancellation
    self.profile = profile
  }

  /// The records that a query inside an expression finds; it runs once a statement, when it is
  /// first asked, and a failure of it is kept too.
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

  /// Plans what the statement asks of the snapshot.
  var planner: Planner { Planner(snapshot: snapshot, moment: evaluation) }

  /// The same statement over another snapshot, which holds more than this one.
  func over(_ snapshot: any StoreSnapshot) -> ExecutionEnvironment {
    copied(over: snapshot, OwnerAggregates())
  }

  /// The same statement on another thread.
  func besides() -> ExecutionEnvironment { copied(over: snapshot, ownerAggregates) }

  private func copied(
    over snapshot: any StoreSnapshot,
    _ ownerAggregates: OwnerAggregates
  ) -> ExecutionEnvironment {
    let environment = ExecutionEnvironment(
      snapshot: snapshot,
      evaluation: evaluation,
      cancellation: cancellation,
      profile: profile,
      ownerAggregates: ownerAggregates,
      textAnswers: textAnswers
    )
    environment.division = division
    return environment
  }

  /// What `work` makes for the operator `plan`, with its figures left in the profile.
  func measured<Result>(
    _ plan: Plan,
    rows: (Result) -> Int,
    _ work: () throws -> Result
  ) rethrows -> Result {
    // A scan leaves its figures itself, whether records or batches are asked for.
    if case .scan = plan { return try work() }
    return try profile?.measure(plan, rows: rows, work) ?? work()
  }

  /// A number that no other batch of the statement has.
  func nextSerial() -> Int {
    lastSerial += 1
    return lastSerial
  }
}

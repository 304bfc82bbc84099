public import Columns
public import Expressions
public import Model
public import Planning
public import Storage

/// Executes plans over a snapshot of a store.
///
/// Throws ``ExecutionError`` for errors of the query, `Cancellation`, and errors of the store.
public struct Executor {
  let environment: ExecutionEnvironment

  /// Creates an executor, which keeps the snapshot alive.
  ///
  /// - Parameter readsAllRows: Whether all rows of results are read, not only the first and the
  ///   last.
  public init(
    snapshot: any StoreSnapshot,
    evaluation: EvaluationContext,
    cancellation: CancellationFlag,
    profile: ExecutionProfile? = nil,
    readsAllRows: Bool = false
  ) {
    self.init(
      environment: ExecutionEnvironment(
        snapshot: snapshot,
        evaluation: evaluation,
        cancellation: cancellation,
        profile: profile,
        readsAllRows: readsAllRows
      )
    )
  }

  /// An executor with other thresholds for parallel scans.
  func dividing(_ division: ScanDivision) -> Executor {
    let divided = environment.forAnotherThread()
    divided.division = division
    return Executor(environment: divided)
  }

  /// Stops the statement.
  public var cancellation: CancellationFlag { environment.cancellation }

  /// Access to single records, to explain conditions.
  public var records: SnapshotRecords { SnapshotRecords(environment: environment) }

  /// Creates an executor for the statement of the environment.
  init(environment: ExecutionEnvironment) {
    self.environment = environment
  }

  /// The reference of a record of `entity`; nil if there is none with that identity.
  public func reference(to id: RecordID, in entity: String) throws -> Int64? {
    let type = ValueType.record(entity: entity)
    let record = TypedExpression(.record(.scope(level: 0, entity: entity)), type)
    let condition = TypedExpression(
      .comparison(.equal, record, .literal(.record(id), type)),
      .bool
    )
    let request = FetchRequest(entity: entity, predicate: condition)
    return try references(of: plan(request), first: 1).first
  }

  /// The record that `request` names, as in `fetch Budget#3`, if there is no such record.
  public func missingRecord(of request: FetchRequest) throws -> RecordID? {
    guard let named = request.predicate?.comparedRecord,
      try reference(to: named, in: request.entity) == nil
    else { return nil }
    return RecordID(entity: request.entity, key: named.key)
  }

  /// The plan for `request`.
  public func plan(_ request: FetchRequest) -> Plan { environment.planner.plan(request) }

  /// The rows of a plan that ends with a projection.
  public func rows(of plan: Plan) throws -> any ResultRows {
    guard case .project(let columns, let input) = plan else {
      return try rows(of: .project([], plan))
    }
    if let (plan, executor) = try withDerivedRows(plan) { return try executor.rows(of: plan) }
    if let rows = try rowsReadAtOnce(columns, of: input) {
      try rows.failEarly()
      return rows
    }
    return try rows(columns, for: references(of: input, first: nil), in: plan.entity)
  }

  /// The columns of the given records of `entity`, in order.
  public func rows(
    _ columns: [OutputColumn],
    for references: [Int64],
    in entity: String
  ) throws -> any ResultRows {
    let rows = FetchedRows(
      columns: columns,
      references: references,
      entity: entity,
      environment: environment
    )
    try rows.failEarly()
    return rows
  }

  /// The value of an expression without enclosing records.
  public func value(of expression: TypedExpression) throws -> Value {
    let evaluator = ScalarEvaluator(
      source: SnapshotRecords(environment: environment),
      context: environment.evaluation
    )
    return try evaluator.evaluate(expression, scopes: [])
  }

  /// The values of an expression for the given records of `entity`, in order. Records are
  /// references.
  public func column(
    of expression: TypedExpression,
    for references: [Int64],
    in entity: String
  ) throws -> Column {
    try KeyColumn(expression).column(of: references, entity: entity, environment)
  }

  /// The same, but calls `failed` with the index and the error for records that fail; their value
  /// is nil.
  public func column(
    of expression: TypedExpression,
    for references: [Int64],
    in entity: String,
    failed: @escaping (Int, EvaluationError) -> Void
  ) throws -> Column {
    try KeyColumn(expression).column(of: references, entity: entity, environment, failed: failed)
  }

  /// The number of records that a plan yields.
  public func count(of plan: Plan) throws -> Int {
    if let (plan, executor) = try withDerivedRows(plan) { return try executor.count(of: plan) }
    return try count(of: plan, first: nil)
  }

  /// The number of records. With `first` it can stop at that number; later records are not
  /// evaluated and cannot fail.
  private func count(of plan: Plan, first: Int?) throws -> Int {
    try withoutPushdownIfRefused(plan) { try countOnce($0, first: first) }
  }

  /// Runs `body` for a plan; if the store finds out that it cannot do its part, again for the plan
  /// without that part.
  func withoutPushdownIfRefused<Result>(
    _ plan: Plan,
    _ body: (Plan) throws -> Result
  ) throws -> Result {
    do { return try body(plan) } catch let refusal as UnsupportedPushdown {
      guard let other = plan.withoutPushdown else { throw refusal }
      return try body(other)
    }
  }

  private func countOnce(_ plan: Plan, first: Int?) throws -> Int {
    switch plan {
    case .project(_, let input):
      return try count(of: input, first: first)
    case .sort(_, _, let input):
      return try count(of: input, first: nil)
    case .scan(let query):
      let snapshot = environment.snapshot
      return query.isPlain
        ? try snapshot.count(of: query.entity)
        : try snapshot.pushdown(of: query.entity).count(of: query)
    case .slice(let offset, let limit, let input):
      let found = try count(of: input, first: Self.needed(offset: offset, limit: limit))
      return min(limit ?? .max, max(0, found - offset))
    case .slicePer:
      return try find(plan, first: first).count
    case .filter, .distinct, .group, .window, .rows:
      guard let first else { return try collect(plan) { _ in RowCounter() }.count }
      let batches = try batches(of: plan, ProgramCompiler())
      var count = 0
      while count < first, let batch = try batches.next() { count += batch.selectedCount }
      return count
    }
  }

  /// The number of records that a slice needs from its input; nil for all.
  private static func needed(offset: Int, limit: Int?) -> Int? {
    guard let limit else { return nil }
    let (needed, overflow) = offset.addingReportingOverflow(limit)
    return overflow ? nil : needed
  }

  /// The records of a plan in order; it can stop after `first`.
  public func references(of plan: Plan, first: Int?) throws -> [Int64] {
    try withoutPushdownIfRefused(plan) { plan in
      try environment.measured(plan, rows: \.count) { try find(plan, first: first) }
    }
  }

  private func find(_ plan: Plan, first: Int?) throws -> [Int64] {
    switch plan {
    case .project(_, let input):
      return try references(of: input, first: first)
    case .slice(let offset, let limit, let input):
      let needed = Self.needed(offset: offset, limit: limit)
      let found = try references(of: input, first: needed)
      return Array(found.dropFirst(offset).prefix(limit ?? .max))
    case .sort(let keys, let keep, let input):
      return try sorted(input, by: keys, keep: keep)
    case .slicePer(let keys, let offset, let limit, let input):
      return try firstOfGroups(keys, offset: offset, limit: limit, of: input)
    case .scan, .filter, .distinct, .group, .window, .rows:
      guard let first else { return try collect(plan) { _ in ReferenceCollector() }.references }
      let batches = try batches(of: plan, ProgramCompiler())
      var found: [Int64] = []
      while found.count < first, let batch = try batches.next() {
        found += batch.selectedReferences
      }
      return found
    }
  }

  private func sorted(_ input: Plan, by keys: [SortKey], keep: Int?) throws -> [Int64] {
    let bound = SortBound()
    let sorter = try collect(input, reading: keys.map(\.expression)) {
      RowSorter(keys, keep: keep, sharing: bound, $0)
    }
    return try sorter.sortedReferences(environment, entity: input.entity)
  }

  /// The operators of a plan that works in scan order: identity order, unless the store sorts.
  /// Distinct rows and groups need scans in identity order.
  ///
  /// Conditions are compiled from the outside in, so that the scan, created last, knows all
  /// columns.
  ///
  /// - Parameter places: The rows to scan; nil for all.
  func batches(
    of plan: Plan,
    _ compiler: ProgramCompiler,
    places: Range<Int>? = nil
  ) throws -> any BatchOperator {
    switch plan {
    case .filter(let conjuncts, let input):
      let conditions = conjuncts.map { Condition($0, compiler) }
      return FilterOperator(
        conditions,
        over: try batches(of: input, compiler, places: places),
        profile: environment.profile.map { ConditionProfile($0, plan) }
      )
    case .distinct(let expressions, let input):
      // Compiled before the scan is created, which needs to know all columns.
      let numbers = GroupNumbers(expressions, compiler)
      return DistinctOperator(expressions, numbers, over: try batches(of: input, compiler))
    case .scan(let query):
      return try ScanOperator(
        query,
        sources: compiler.sources,
        places: places,
        environment: environment,
        profiled: plan
      )
    case .sort, .slice, .slicePer, .project, .group, .window, .rows:
      throw UnorderedPlan()
    }
  }
}

/// A plan that the planner never creates: a filter over a sort, a slice or derived rows.
struct UnorderedPlan: Error {}

extension Executor {
  /// Runs a plan for its profile, computing the first `count` rows as if they were displayed.
  public func profileRows(of plan: Plan, first count: Int) throws {
    let clock = ContinuousClock()
    let rows = try rows(of: plan)
    let shown = min(count, rows.rowCount)
    let start = clock.now
    _ = try rows.rows(0..<shown)
    environment.profile?.add(rows: shown, time: clock.now - start, to: plan)
  }
}

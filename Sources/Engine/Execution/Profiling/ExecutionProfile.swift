public import Planning

/// What the steps of a running plan did and how long they took, for `explain run`.
///
/// A statement runs on one thread at a time, so nothing here is guarded.
public final class ExecutionProfile {
  /// One operator's figures, or those of one of its conditions.
  public struct Figures: Sendable {
    /// The records that it gave on.
    public var rows = 0
    /// The time that it took itself.
    public var time = Duration.zero
  }

  private struct Step: Hashable {
    let plan: Plan
    let condition: Int?

    /// Rows of groups take the place of the plan that made them, so that an input tells nothing.
    init(_ plan: Plan, _ condition: Int?) {
      self.plan = plan.withoutInput
      self.condition = condition
    }
  }

  private var figures: [Step: Figures] = [:]
  private let clock = ContinuousClock()

  /// Creates an empty profile.
  public init() {}

  /// What the operator `plan`, or its condition number `condition`, did; nil if it did not run.
  public func figures(of plan: Plan, condition: Int? = nil) -> Figures? {
    figures[Step(plan, condition)]
  }

  /// Adds to the figures of a step.
  func add(rows: Int, time: Duration, to plan: Plan, condition: Int? = nil) {
    let step = Step(plan, condition)
    figures[step, default: Figures()].rows += rows
    figures[step, default: Figures()].time += time
  }

  /// Does `work` for the operator `plan`; what operators inside it take is theirs.
  func measure<Result>(
    _ plan: Plan,
    rows: (Result) -> Int,
    _ work: () throws -> Result
  ) rethrows -> Result {
    let inner = total
    let start = clock.now
    let result = try work()
    let elapsed = clock.now - start
    add(rows: rows(result), time: elapsed - (total - inner), to: plan)
    return result
  }

  /// The time of all steps so far.
  private var total: Duration { figures.values.reduce(.zero) { $0 + $1.time } }
}

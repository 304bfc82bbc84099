public import Planning

/// The row counts and times of a plan's steps, for `explain run`.
///
/// A profiled statement runs on one thread, so the profile needs no lock.
public final class ExecutionProfile {
  /// The figures of an operator or one of its conditions.
  public struct Figures: Sendable {
    /// The number of records it yielded.
    public var rows = 0
    /// Its own time.
    public var time = Duration.zero
  }

  private struct Step: Hashable {
    let plan: Plan
    let condition: Int?

    /// The input is not part of the key, as derived rows replace it.
    init(_ plan: Plan, _ condition: Int?) {
      self.plan = plan.withoutInput
      self.condition = condition
    }
  }

  private var figures: [Step: Figures] = [:]
  private let clock = ContinuousClock()

  /// Creates an empty profile.
  public init() {}

  /// The figures of the operator `plan` or one of its conditions; nil if it did not run.
  public func figures(of plan: Plan, condition: Int? = nil) -> Figures? {
    figures[Step(plan, condition)]
  }

  /// Adds to the figures of a step.
  func add(rows: Int, time: Duration, to plan: Plan, condition: Int? = nil) {
    let step = Step(plan, condition)
    figures[step, default: Figures()].rows += rows
    figures[step, default: Figures()].time += time
  }

  /// Measures `work` of the operator `plan`, without the time of inner operators.
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

import Columns
import Expressions
import Model
import Planning

/// Yields the records for which all conditions are true.
///
/// An error is thrown only when its record is reached; records before it are yielded first, so that
/// a limit can stop there.
final class FilterOperator: BatchOperator {
  private let input: any BatchOperator
  private let conditions: [Condition]
  private let profile: ConditionProfile?
  private var pendingError: (any Error)?

  init(
    _ conditions: [Condition],
    over input: any BatchOperator,
    profile: ConditionProfile? = nil
  ) {
    self.conditions = conditions
    self.input = input
    self.profile = profile
  }

  func next() throws -> SelectedBatch? {
    if let pendingError { throw pendingError }
    guard let batch = try input.next() else { return nil }
    var mask = batch.mask
    for (index, condition) in conditions.enumerated() {
      do {
        let start = profile?.start()
        let holds = try condition.mask(batch.context)
        mask = MaskKernels.both(mask, holds)
        if let start { profile?.add(mask, to: index, since: start) }
      } catch is BatchFailure {
        mask = maskByDefinition(batch.context, asked: mask, conditions[index...])
        profile?.add(mask, toAllFrom: index, of: conditions.count)
        break
      }
    }
    return SelectedBatch(context: batch.context, mask: mask)
  }

  /// Tests the remaining conditions row by row, up to the first record that fails.
  private func maskByDefinition(
    _ context: BatchContext,
    asked: [UInt8]?,
    _ conditions: ArraySlice<Condition>
  ) -> [UInt8] {
    let rows = RowEvaluation(context)
    var mask: [UInt8] = Array(repeating: 0, count: context.count)
    do {
      for row in 0..<context.count where asked.map({ $0[row] != 0 }) ?? true {
        let holds = try conditions.allSatisfy { try rows.holds($0.expression, row: row) }
        mask[row] = holds ? 1 : 0
      }
    } catch {
      pendingError = error
    }
    return mask
  }
}

/// Records the profile of a filter's conditions.
struct ConditionProfile {
  private let profile: ExecutionProfile
  private let plan: Plan
  private let clock = ContinuousClock()

  init(_ profile: ExecutionProfile, _ plan: Plan) {
    self.profile = profile
    self.plan = plan
  }

  func start() -> ContinuousClock.Instant { clock.now }

  /// Adds a batch for which condition `index` left the rows of `mask`.
  func add(_ mask: [UInt8]?, to index: Int, since start: ContinuousClock.Instant) {
    let rows = mask.map(MaskKernels.count) ?? 0
    profile.add(rows: rows, time: clock.now - start, to: plan, condition: index)
  }

  /// Adds a batch that was tested row by row from condition `first` on. All these conditions count
  /// the rows that the last one left.
  func add(_ mask: [UInt8]?, toAllFrom first: Int, of count: Int) {
    let rows = mask.map(MaskKernels.count) ?? 0
    for index in first..<count {
      profile.add(rows: rows, time: .zero, to: plan, condition: index)
    }
  }
}

import Columns
import Expressions
import Model

/// The records for which all conditions hold.
///
/// A record that fails is an error only when it is reached: the records before it go on first, so
/// that a limit may stop there.
final class FilterOperator: BatchOperator {
  private let input: any BatchOperator
  private let conditions: [Condition]
  private var pendingError: (any Error)?

  init(_ conditions: [Condition], over input: any BatchOperator) {
    self.conditions = conditions
    self.input = input
  }

  func next() throws -> SelectedBatch? {
    if let pendingError { throw pendingError }
    guard let batch = try input.next() else { return nil }
    var mask = batch.mask
    for (index, condition) in conditions.enumerated() {
      do {
        let holds = try condition.mask(batch.context)
        mask = MaskKernels.both(mask, holds)
      } catch is BatchFailure {
        mask = maskByDefinition(batch.context, asked: mask, conditions[index...])
        break
      }
    }
    return SelectedBatch(context: batch.context, mask: mask)
  }

  /// Tests what is left of the conditions row by row, up to the first record that fails.
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

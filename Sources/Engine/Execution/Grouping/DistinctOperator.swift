import Model

/// Yields the first of the records with equal values.
///
/// An error is thrown only when its record is reached; records before it are yielded first, so that
/// a limit can stop there.
final class DistinctOperator: BatchOperator {
  private let input: any BatchOperator
  private let expressions: [TypedExpression]
  private let numbers: GroupNumbers
  private var known = 0
  private var pendingError: (any Error)?

  init(
    _ expressions: [TypedExpression],
    _ numbers: GroupNumbers,
    over input: any BatchOperator
  ) {
    self.expressions = expressions
    self.numbers = numbers
    self.input = input
  }

  func next() throws -> SelectedBatch? {
    if let pendingError { throw pendingError }
    guard let batch = try input.next() else { return nil }
    do {
      return try firstOfEach(batch)
    } catch let failure as ExecutionError {
      return try firstOfEach(beforeFailure(of: batch, failure))
    }
  }

  private func firstOfEach(_ batch: SelectedBatch) throws -> SelectedBatch {
    let rows = batch.selection ?? Array(0..<batch.context.count)
    var mask: [UInt8] = Array(repeating: 0, count: batch.context.count)
    for (row, number) in zip(rows, try numbers.numbers(of: batch)) where number == known {
      // Groups are numbered in order, so the next number is a new group.
      known += 1
      mask[row] = 1
    }
    return SelectedBatch(context: batch.context, mask: mask)
  }

  /// The rows before the first failing one; the error is thrown later.
  private func beforeFailure(of batch: SelectedBatch, _ failure: ExecutionError) -> SelectedBatch {
    let evaluation = RowEvaluation(batch.context)
    var mask: [UInt8] = Array(repeating: 0, count: batch.context.count)
    pendingError = failure
    do {
      for row in batch.selection ?? Array(0..<batch.context.count) {
        for expression in expressions { _ = try evaluation.value(expression, row: row) }
        mask[row] = 1
      }
    } catch {
      pendingError = error
    }
    return SelectedBatch(context: batch.context, mask: mask)
  }
}

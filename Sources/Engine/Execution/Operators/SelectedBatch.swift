import Columns
import Storage

/// What flows between operators: a batch, and which of its rows are still asked.
struct SelectedBatch {
  let context: BatchContext
  /// 1 for each row that is asked; all are if nil.
  let mask: [UInt8]?

  var selectedCount: Int {
    mask.map(MaskKernels.count) ?? context.count
  }

  /// The numbers of the rows that are asked, rising; nil when all are.
  var selection: [Int]? { mask.map(MaskKernels.selection) }

  /// The references of the rows that are asked.
  var selectedReferences: [Int64] {
    guard let selection else { return context.references }
    if context.batch.references == nil {
      return selection.map { Int64(context.batch.start + $0) }
    }
    return selection.map { context.references[$0] }
  }
}

/// An operator of a running plan; batches come in the order of its scan.
protocol BatchOperator: AnyObject {
  /// The next batch; nil after the last.
  func next() throws -> SelectedBatch?
}

import Columns
import Storage

/// A batch and its selected rows.
struct SelectedBatch {
  let context: BatchContext
  /// 1 for each selected row; all are if nil.
  let mask: [UInt8]?

  var selectedCount: Int {
    mask.map(MaskKernels.count) ?? context.count
  }

  /// The selected rows in ascending order; nil if all are.
  var selection: [Int]? { mask.map(MaskKernels.selection) }

  /// The references of the selected rows.
  var selectedReferences: [Int64] { references(of: selection) }

  /// The references of the rows `selection`, or of all.
  func references(of selection: [Int]?) -> [Int64] {
    guard let selection else { return context.references }
    let batch = context.batch
    guard let references = batch.references else {
      let first = batch.reference(at: 0)
      return selection.map { first + Int64($0) }
    }
    return selection.map { references[batch.start + $0] }
  }
}

/// An operator of a running plan; batches come in scan order.
protocol BatchOperator: AnyObject {
  /// The next batch; nil after the last.
  func next() throws -> SelectedBatch?
}

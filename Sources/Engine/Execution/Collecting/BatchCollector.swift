import Columns
import Planning
import Storage

/// Collects the batches of a plan.
///
/// Several collectors can process parts of the rows in parallel; their results are then appended in
/// order.
protocol BatchCollector: AnyObject, SendableMetatype {
  /// Whether parts can be appended, judging by the rows collected so far.
  var mayBeDivided: Bool { get }
  /// The number of parts per core; with two, a slow part delays the others less.
  static var partsPerCore: Int { get }
  /// Adds the selected rows of a batch; batches come in scan order.
  func add(_ batch: SelectedBatch) throws
  /// Adds the results of the following rows; called on any thread.
  func append(_ next: Self, _ environment: ExecutionEnvironment) throws
}

extension BatchCollector {
  static var partsPerCore: Int { 2 }
}

/// Counts rows.
final class RowCounter: BatchCollector {
  private(set) var count = 0

  var mayBeDivided: Bool { true }

  func add(_ batch: SelectedBatch) { count += batch.selectedCount }

  func append(_ next: RowCounter, _ environment: ExecutionEnvironment) { count += next.count }
}

/// Collects the references of rows.
final class ReferenceCollector: BatchCollector {
  private enum Piece {
    /// Consecutive references.
    case run(Range<Int>)
    case list([Int64])
  }

  /// Joined only at the end, as growing one array would copy it repeatedly.
  private var pieces: [Piece] = []
  private var count = 0

  var mayBeDivided: Bool { true }

  func add(_ batch: SelectedBatch) {
    let rows = batch.context.batch
    if batch.mask == nil, rows.references == nil {
      add(Int(rows.reference(at: 0))..<Int(rows.reference(at: rows.count)))
    } else {
      add(batch.selectedReferences)
    }
  }

  private func add(_ run: Range<Int>) {
    count += run.count
    if case .run(let last)? = pieces.last, last.upperBound == run.lowerBound {
      pieces[pieces.count - 1] = .run(last.lowerBound..<run.upperBound)
    } else {
      pieces.append(.run(run))
    }
  }

  private func add(_ list: [Int64]) {
    if list.isEmpty { return }
    count += list.count
    pieces.append(.list(list))
  }

  func append(_ next: ReferenceCollector, _ environment: ExecutionEnvironment) {
    pieces += next.pieces
    count += next.count
  }

  /// All references in order.
  var references: [Int64] {
    Array(unsafeUninitializedCapacity: count) { references, initialized in
      for piece in pieces {
        let rest = UnsafeMutableBufferPointer(rebasing: references[initialized...])
        switch piece {
        case .run(let run):
          for place in 0..<run.count {
            rest.initializeElement(at: place, to: Int64(run.lowerBound &+ place))
          }
          initialized += run.count
        case .list(let list):
          _ = rest.initialize(fromContentsOf: list)
          initialized += list.count
        }
      }
    }
  }
}

extension RowSorter: BatchCollector {
  var mayBeDivided: Bool { true }
}

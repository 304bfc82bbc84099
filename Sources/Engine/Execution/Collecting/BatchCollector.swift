import Columns
import Planning
import Storage

/// What is made of the batches of a plan.
///
/// Several may each collect a part of the rows; one after another they are then put behind the first.
protocol BatchCollector: AnyObject, SendableMetatype {
  /// Whether it can be put together of parts, as far as is known from the rows that it has.
  var mayBeDivided: Bool { get }
  /// How many parts are made a core: with two, a part that is late leaves less behind.
  static var partsPerCore: Int { get }
  /// Adds the rows of a batch that are asked; batches come in the order of the scan.
  func add(_ batch: SelectedBatch) throws
  /// Adds what was collected of rows behind its own, on any thread.
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
    /// References that follow one another.
    case run(Range<Int>)
    case list([Int64])
  }

  /// Put together at the end alone: a list of all that grows is moved again and again.
  private var pieces: [Piece] = []
  private var count = 0

  var mayBeDivided: Bool { true }

  func add(_ batch: SelectedBatch) {
    let rows = batch.context.batch
    if batch.mask == nil, rows.references == nil {
      add(rows.start..<rows.start + rows.count)
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

  /// All references, in their order.
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

import Columns
import Planning

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
  private(set) var references: [Int64] = []

  var mayBeDivided: Bool { true }

  func add(_ batch: SelectedBatch) { references += batch.selectedReferences }

  func append(_ next: ReferenceCollector, _ environment: ExecutionEnvironment) {
    references += next.references
  }
}

extension RowSorter: BatchCollector {
  var mayBeDivided: Bool { true }
}

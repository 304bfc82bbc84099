import Columns
import Storage

/// The rows that programs are run over: a batch of the home scope, and its owners further out.
final class BatchContext {
  /// Tells batches apart, so that a node computes once a batch.
  let serial: Int
  let environment: ExecutionEnvironment
  /// The entity of the home scope.
  let entity: String
  /// The records of the home scope with the columns that the programs asked for.
  let batch: Batch
  /// For each scope level further out, the record that each row belongs to; empty where no
  /// program asks.
  let outer: [[Int64]]
  /// The elements of the arrays that are being reduced, by their scope levels; at such a level a
  /// reference is the place of an element.
  let elements: [Int: Column]

  init(
    environment: ExecutionEnvironment,
    entity: String,
    batch: Batch,
    outer: [[Int64]] = [],
    elements: [Int: Column] = [:]
  ) {
    serial = environment.nextSerial()
    self.environment = environment
    self.entity = entity
    self.batch = batch
    self.outer = outer
    self.elements = elements
  }

  var count: Int { batch.count }

  /// The references of the home scope's records, row by row.
  lazy var references: [Int64] =
    if let references = batch.references {
      Array(references[batch.start..<batch.start + batch.count])
    } else {
      Array(Int64(batch.start)..<Int64(batch.start + batch.count))
    }
}

import Columns
import Storage

/// The rows that programs run over: a batch of the home scope and the enclosing records.
final class BatchContext {
  /// Identifies the batch, so that a node computes once per batch.
  let serial: Int
  let environment: ExecutionEnvironment
  /// The entity of the home scope.
  let entity: String
  /// The records of the home scope with the columns that the programs need.
  let batch: Batch
  /// The enclosing record of each row, for each outer scope level; empty if no program needs it.
  let outer: [[Int64]]
  /// Array elements by scope level; references of such a level are indexes of elements.
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

  /// The references of the records.
  lazy var references: [Int64] =
    if let references = batch.references {
      Array(references[batch.start..<batch.start + batch.count])
    } else {
      Array(batch.reference(at: 0)..<batch.reference(at: batch.count))
    }
}

import Columns
import Model

/// A step of a column program, which computes its result once per batch.
final class ProgramNode<Result> {
  private let compute: (BatchContext) throws -> Result
  private var latest: (serial: Int, result: Result)?

  init(_ compute: @escaping (BatchContext) throws -> Result) {
    self.compute = compute
  }

  func result(_ context: BatchContext) throws -> Result {
    if let latest, latest.serial == context.serial { return latest.result }
    // Frees the last result first, so that its buffers can be reused.
    latest = nil
    let result = try compute(context)
    latest = (context.serial, result)
    return result
  }
}

/// The strings of a batch: codes with their dictionary.
struct StringVector {
  let codes: Vector<UInt32>
  let dictionary: StringDictionary
}

/// A compiled expression by the shape of its results.
enum Program {
  /// 0 or 1 per row.
  case bool(ProgramNode<Vector<UInt8>>)
  /// Ints; dates as microseconds.
  case int64(ProgramNode<Vector<Int64>>)
  case double(ProgramNode<Vector<Double>>)
  case string(ProgramNode<StringVector>)
  /// Types without a vector, and operations without a kernel.
  case values(ProgramNode<[Value]>)
}

/// A row of a batch may fail; the scalar evaluator then finds the error.
struct BatchFailure: Error {}

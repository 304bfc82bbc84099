import Columns
import Model

/// A step of a column program: computes its result once a batch, however often it is asked.
final class ProgramNode<Result> {
  private let compute: (BatchContext) throws -> Result
  private var latest: (serial: Int, result: Result)?

  init(_ compute: @escaping (BatchContext) throws -> Result) {
    self.compute = compute
  }

  func result(_ context: BatchContext) throws -> Result {
    if let latest, latest.serial == context.serial { return latest.result }
    // The last result goes first, so that its buffers are free to be used again.
    latest = nil
    let result = try compute(context)
    latest = (context.serial, result)
    return result
  }
}

/// Strings of a batch: codes with the dictionary that they belong to.
struct StringVector {
  let codes: Vector<UInt32>
  let dictionary: StringDictionary
}

/// A compiled expression, by the shape of its results.
enum Program {
  /// 0 or 1 a row.
  case bool(ProgramNode<Vector<UInt8>>)
  /// Ints; dates as microseconds.
  case int64(ProgramNode<Vector<Int64>>)
  case double(ProgramNode<Vector<Double>>)
  case string(ProgramNode<StringVector>)
  /// Types without a vector of their own, and operations without a kernel.
  case values(ProgramNode<[Value]>)
}

/// Thrown where a row of a batch would fail; the scalar evaluator then finds out which, and how.
struct BatchFailure: Error {}

import Columns
import Expressions
import Model

/// Helpers for programs of functions.
extension ProgramCompiler {
  /// A function of a Double that can be nil.
  func partial(
    _ numbers: ProgramNode<Vector<Double>>,
    _ body: @escaping (Double) -> Double?
  ) -> Program {
    .double(
      ProgramNode { context in
        let vector = try numbers.result(context)
        return Self.vector(vector.map { body($0) ?? .nan }, vector.validity)
      }
    )
  }

  /// A vector of numbers with nil for NaN.
  static func vector(_ values: [Double], _ validity: [UInt8]?) -> Vector<Double> {
    guard values.contains(where: \.isNaN) else { return Vector(values, validity: validity) }
    let isNumber = Vector(values).map { (!$0.isNaN).bit }
    return Vector(values, validity: MaskKernels.both(validity, isNumber))
  }

  /// A function of two Ints or dates that never fails.
  func zipped(
    _ first: ProgramNode<Vector<Int64>>,
    _ second: ProgramNode<Vector<Int64>>,
    _ body: @escaping (Int64, Int64) -> Int64
  ) -> Program {
    .int64(
      ProgramNode { context in
        let (left, right) = (try first.result(context), try second.result(context))
        return Vector(
          left.zip(right, body),
          validity: MaskKernels.both(left.validity, right.validity)
        )
      }
    )
  }

  /// A function of two Ints that can fail or be nil.
  func checked(
    _ first: ProgramNode<Vector<Int64>>,
    _ second: ProgramNode<Vector<Int64>>,
    _ body: @escaping (Int64, Int64) throws -> Int64?
  ) -> Program {
    .int64(
      ProgramNode { context in
        let (left, right) = (try first.result(context), try second.result(context))
        var values = Array(repeating: Int64(0), count: left.count)
        var validity =
          MaskKernels.both(left.validity, right.validity)
          ?? Array(repeating: 1, count: left.count)
        for row in values.indices where validity[row] != 0 {
          do {
            let value = try body(left[row], right[row])
            values[row] = value ?? 0
            if value == nil { validity[row] = 0 }
          } catch {
            throw BatchFailure()
          }
        }
        return Vector(values, validity: validity)
      }
    )
  }

  /// The minimum or maximum of several columns, row by row; nils are skipped, and of equal values
  /// the first wins.
  func extreme<Number: Comparable & Sendable>(
    _ function: ScalarFunction,
    _ columns: [ProgramNode<Vector<Number>>]
  ) -> ProgramNode<Vector<Number>>? {
    guard let first = columns.first else { return nil }
    let isLeast = function == .min
    return ProgramNode { context in
      try columns.dropFirst().reduce(try first.result(context)) { best, column in
        Self.better(best, try column.result(context), isLeast: isLeast)
      }
    }
  }

  /// A column between two others, row by row.
  func clamped<Number: Comparable & Sendable>(
    _ columns: [ProgramNode<Vector<Number>>]
  ) -> ProgramNode<Vector<Number>> {
    ProgramNode { context in
      let vectors = try columns.map { try $0.result(context) }
      let (x, low, high) = (vectors[0], vectors[1], vectors[2])
      let values = (0..<x.count).map { row in
        x[row] < low[row] ? low[row] : x[row] > high[row] ? high[row] : x[row]
      }
      return Vector(
        values,
        validity: vectors.reduce(nil) { MaskKernels.both($0, $1.validity) }
      )
    }
  }

  private static func better<Number: Comparable>(
    _ left: Vector<Number>,
    _ right: Vector<Number>,
    isLeast: Bool
  ) -> Vector<Number> {
    guard left.validity != nil || right.validity != nil else {
      return Vector(
        isLeast ? left.zip(right) { $1 < $0 ? $1 : $0 } : left.zip(right) { $1 > $0 ? $1 : $0 }
      )
    }
    var values: [Number] = []
    values.reserveCapacity(left.count)
    for row in 0..<left.count {
      let (a, b) = (left[row], right[row])
      let isBetter = isLeast ? b < a : b > a
      values.append(right.isValid(row) && (isBetter || !left.isValid(row)) ? b : a)
    }
    let validity: [UInt8]? =
      left.validity.flatMap { a in right.validity.map { b in MaskKernels.or(a, b) } }
    return Vector(values, validity: validity)
  }
}

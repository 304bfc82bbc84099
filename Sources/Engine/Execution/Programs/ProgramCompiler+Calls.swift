import Columns
import Expressions
import Model

/// Functions of numbers and dates, column by column.
extension ProgramCompiler {
  func call(
    _ function: ScalarFunction,
    _ arguments: [TypedExpression],
    _ expression: TypedExpression
  ) -> Program {
    let programs = arguments.map(compile)
    if let known = declared(function, programs, arguments, expression.type) { return known }
    if let date = dateCall(function, programs, arguments) { return date }
    switch (programs.first, programs.count) {
    case (.string(let texts)?, _):
      return textCall(function, texts) ?? general(expression)
    case (.double(let numbers)?, _) where function == .min || function == .max:
      return extreme(function, [numbers] + programs.dropFirst().map(asDouble)).map(Program.double)
        ?? general(expression)
    case (.int64?, _) where function == .min || function == .max:
      return extreme(function, programs.compactMap(Self.int64)).map(Program.int64)
        ?? general(expression)
    case (.int64?, _) where function == .clamp:
      let numbers = programs.compactMap(Self.int64)
      guard numbers.count == programs.count else { return general(expression) }
      return .int64(clamped(numbers))
    case (.double(let numbers)?, _) where function == .clamp:
      return .double(clamped([numbers] + programs.dropFirst().map(asDouble)))
    case (.int64(let numbers)?, 1):
      let known = arguments[0].type == .int ? integerCall(function, numbers) : nil
      return known ?? general(expression)
    case (.double(let numbers)?, 1):
      return doubleCall(function, numbers) ?? general(expression)
    default:
      return callOfSeveral(function, programs) ?? general(expression)
    }
  }

  static func int64(_ program: Program) -> ProgramNode<Vector<Int64>>? {
    if case .int64(let node) = program { node } else { nil }
  }

  /// `abs`, `Double` and `sign`; `round`, `floor` and `ceil` of an Int return it unchanged.
  private func integerCall(
    _ function: ScalarFunction,
    _ numbers: ProgramNode<Vector<Int64>>
  ) -> Program? {
    switch function {
    case .abs: break
    case .round, .floor, .ceil: return .int64(numbers)
    case .toDouble: return .double(asDouble(.int64(numbers)))
    case .sign:
      return .int64(
        ProgramNode { context in
          let vector = try numbers.result(context)
          return Vector(vector.map { $0.signum() }, validity: vector.validity)
        }
      )
    default: return nil
    }
    return .int64(
      ProgramNode { context in
        let vector = try numbers.result(context)
        for row in 0..<vector.count where vector[row] == .min && vector.isValid(row) {
          throw BatchFailure()
        }
        return Vector(vector.map { $0 < 0 ? 0 &- $0 : $0 }, validity: vector.validity)
      }
    )
  }

  private func doubleCall(
    _ function: ScalarFunction,
    _ numbers: ProgramNode<Vector<Double>>
  ) -> Program? {
    let body: (Vector<Double>) -> [Double]
    switch function {
    case .abs: body = { $0.map { Swift.abs($0) } }
    case .round: body = { $0.map { $0.rounded(.toNearestOrAwayFromZero) } }
    case .floor: body = { $0.map { $0.rounded(.down) } }
    case .ceil: body = { $0.map { $0.rounded(.up) } }
    case .sqrt: return partial(numbers) { NumberFunctions.squareRoot($0) }
    default: return nil
    }
    return .double(
      ProgramNode { context in
        let vector = try numbers.result(context)
        return Vector(body(vector), validity: vector.validity)
      }
    )
  }

  private func callOfSeveral(_ function: ScalarFunction, _ programs: [Program]) -> Program? {
    switch (function, programs) {
    case (.round, let programs):
      return rounding(programs)
    case (.power, let programs):
      return power(programs)
    case (.date, let programs):
      let parts = programs.compactMap(Self.int64)
      return parts.count == 3 ? date(parts) : nil
    default:
      return nil
    }
  }

  private func rounding(_ programs: [Program]) -> Program? {
    guard programs.count == 2, case .int64(let digits) = programs[1] else { return nil }
    switch programs[0] {
    case .double(let numbers):
      return .double(
        ProgramNode { context in
          let (left, right) = (try numbers.result(context), try digits.result(context))
          return Vector(
            left.zip(right) { DoubleRounding.rounded($0, digits: $1) },
            validity: MaskKernels.both(left.validity, right.validity)
          )
        }
      )
    case .int64(let numbers):
      return checked(numbers, digits) { try NumberFunctions.rounded($0, digits: $1) }
    default:
      return nil
    }
  }

  private func power(_ programs: [Program]) -> Program? {
    switch (programs.first, programs.last) {
    case (.int64(let base)?, .int64(let exponent)?):
      return checked(base, exponent) { try NumberFunctions.power($0, $1) }
    case (.double(let base)?, .double(let exponent)?):
      return .double(
        ProgramNode { context in
          let (left, right) = (try base.result(context), try exponent.result(context))
          return Self.vector(
            left.zip(right) { NumberFunctions.power($0, $1) ?? .nan },
            MaskKernels.both(left.validity, right.validity)
          )
        }
      )
    default:
      return nil
    }
  }

  private func date(_ parts: [ProgramNode<Vector<Int64>>]) -> Program {
    .int64(
      ProgramNode { context in
        let vectors = try parts.map { try $0.result(context) }
        let inputs = vectors.reduce(nil) { MaskKernels.both($0, $1.validity) }
        var values = Array(repeating: Int64(0), count: context.count)
        var validity = inputs ?? Array(repeating: 1, count: context.count)
        for row in values.indices where validity[row] != 0 {
          let (year, month, day) = (vectors[0][row], vectors[1][row], vectors[2][row])
          let date = DateFunctions.date(year: year, month: month, day: day)
          values[row] = date?.microseconds ?? 0
          if date == nil { validity[row] = 0 }
        }
        return Vector(values, validity: validity)
      }
    )
  }
}

import Columns
import Expressions
import Model

/// Functions that declare how to compute a result, column by column.
extension ProgramCompiler {
  /// The program of a function with a body; nil if it has to be computed value by value.
  func declared(
    _ function: ScalarFunction,
    _ programs: [Program],
    _ arguments: [TypedExpression],
    _ type: ValueType
  ) -> Program? {
    guard let body = FunctionBody.of(function) else { return nil }
    switch (body, programs.first, programs.last) {
    case (.double(let body), .double(let numbers)?, _):
      return partial(numbers, body)
    case (.doubles(let body), .double(let first)?, .double(let second)?):
      return .double(
        ProgramNode { context in
          let (left, right) = (try first.result(context), try second.result(context))
          return Self.vector(
            left.zip(right) { body($0, $1) ?? .nan },
            MaskKernels.both(left.validity, right.validity)
          )
        }
      )
    case (.integers(let body), .int64(let first)?, .int64(let second)?):
      return checked(first, second, body)
    case (.values(let body), _, _):
      let varying = arguments.indices.filter { !arguments[$0].isConstant }
      let call = TabledCall(
        body: body,
        places: varying,
        constants: arguments.map { $0.isConstant ? constantNode($0) : nil }
      )
      switch (varying.count, varying.first.map { programs[$0] }) {
      case (1, .string(let texts)?):
        return tabled(OneTextRows(call, texts), type)
      case (1, .int64(let numbers)?) where type == .string:
        return tabled(call, numbers, isDate: arguments[varying[0]].type == .date)
      case (2, let first?):
        return TwoValueRows(call, first, programs[varying[1]], arguments)
          .flatMap { tabled($0, type) }
      default: return nil
      }
    default:
      return nil
    }
  }

  /// A function of strings, computed once for each distinct string or pair of values.
  private func tabled(_ rows: some TabledRows, _ type: ValueType) -> Program? {
    switch type {
    case .string:
      var results = StringDictionary()
      let codes = rows.results(filler: UInt32?.none) { result in
        guard case .string(let text) = result else { return nil }
        return results.code(for: text)
      }
      return .string(
        ProgramNode { context in
          let codes = try codes.result(context)
          return StringVector(codes: Vector(codes, filler: 0), dictionary: results)
        }
      )
    case .int, .date:
      return .int64(
        numbers(rows, filler: 0) {
          switch $0 {
          case .int(let number): number
          case .date(let date): date.microseconds
          default: nil
          }
        }
      )
    case .double:
      return .double(
        numbers(rows, filler: 0) { if case .double(let number) = $0 { number } else { nil } }
      )
    case .bool:
      return .bool(
        numbers(rows, filler: 0) { if case .bool(let flag) = $0 { flag ? 1 : 0 } else { nil } }
      )
    default:
      return shaped(rows.results(filler: .null) { $0 }, type)
    }
  }

  private func numbers<Number>(
    _ rows: some TabledRows,
    filler: Number,
    _ unwrap: @escaping (Value) -> Number?
  ) -> ProgramNode<Vector<Number>> {
    let numbers = rows.results(filler: Number?.none, unwrap)
    return ProgramNode { context in Vector(try numbers.result(context), filler: filler) }
  }

  /// A string of an Int or a date, written once for each distinct number.
  private func tabled(
    _ call: TabledCall,
    _ numbers: ProgramNode<Vector<Int64>>,
    isDate: Bool
  ) -> Program {
    var (results, codes) = (StringDictionary(), [Int64: UInt32]())
    return .string(
      ProgramNode { context in
        let vector = try numbers.result(context)
        let body = try call.prepared(context)
        var found: [UInt32?] = []
        found.reserveCapacity(vector.count)
        for row in 0..<vector.count {
          guard vector.isValid(row) else {
            found.append(nil)
            continue
          }
          let number = vector[row]
          if let code = codes[number] {
            found.append(code)
          } else if case .string(let text) = try body(
            [isDate ? .date(Timestamp(microseconds: number)) : .int(number)]
          ) {
            let code = results.code(for: text)
            codes[number] = code
            found.append(code)
          } else {
            found.append(nil)
          }
        }
        return StringVector(codes: Vector(found, filler: 0), dictionary: results)
      }
    )
  }
}

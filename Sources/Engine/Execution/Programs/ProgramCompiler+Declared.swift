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
      guard varying.count == 1, let place = varying.first else { return nil }
      let call = TabledCall(
        body: body,
        place: place,
        constants: arguments.map { $0.isConstant ? constantNode($0) : nil },
        argumentType: arguments[place].type
      )
      switch programs[place] {
      case .string(let texts): return tabled(call, texts, type)
      case .int64(let numbers) where type == .string: return tabled(call, numbers)
      default: return nil
      }
    default:
      return nil
    }
  }

  /// A function of strings, computed once for each distinct string.
  private func tabled(
    _ call: TabledCall,
    _ texts: ProgramNode<StringVector>,
    _ type: ValueType
  ) -> Program? {
    switch type {
    case .string:
      let table = StringTable<UInt32?>(filler: nil)
      var results = StringDictionary()
      return .string(
        ProgramNode { context in
          let body = try call.prepared(context)
          let codes = try table.values(try texts.result(context)) { text -> UInt32? in
            guard case .string(let result) = try body(.string(text)) else { return nil }
            return results.code(for: result)
          }
          return StringVector(codes: Vector(codes, filler: 0), dictionary: results)
        }
      )
    case .int, .date:
      return .int64(
        numbers(call, texts, filler: 0) {
          switch $0 {
          case .int(let number): number
          case .date(let date): date.microseconds
          default: nil
          }
        }
      )
    case .double:
      return .double(
        numbers(call, texts, filler: 0) { if case .double(let number) = $0 { number } else { nil } }
      )
    case .bool:
      return .bool(
        numbers(call, texts, filler: 0) {
          if case .bool(let flag) = $0 { flag ? 1 : 0 } else { nil }
        }
      )
    default:
      let table = StringTable<Value>(filler: .null)
      return shaped(
        ProgramNode { context in
          let body = try call.prepared(context)
          return try table.values(try texts.result(context)) { try body(.string($0)) }
        },
        type
      )
    }
  }

  private func numbers<Number>(
    _ call: TabledCall,
    _ texts: ProgramNode<StringVector>,
    filler: Number,
    _ unwrap: @escaping (Value) -> Number?
  ) -> ProgramNode<Vector<Number>> {
    let table = StringTable<Number?>(filler: nil)
    return ProgramNode { context in
      let body = try call.prepared(context)
      let numbers = try table.values(try texts.result(context)) {
        unwrap(try body(.string($0)))
      }
      return Vector(numbers, filler: filler)
    }
  }

  /// A string of an Int or a date, written once for each distinct number.
  private func tabled(_ call: TabledCall, _ numbers: ProgramNode<Vector<Int64>>) -> Program {
    var (results, codes) = (StringDictionary(), [Int64: UInt32]())
    let isDate = call.argumentType == .date
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
            isDate ? .date(Timestamp(microseconds: number)) : .int(number)
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

/// A call with one argument that varies.
private struct TabledCall {
  let body: @Sendable (FunctionArguments) throws -> Value
  /// The place of the argument that varies.
  let place: Int
  /// The other arguments.
  let constants: [ProgramNode<Value>?]
  let argumentType: ValueType

  /// The function of the varying argument.
  func prepared(_ context: BatchContext) throws -> (Value) throws -> Value {
    var values = try constants.map { try $0?.result(context) ?? .bool(false) }
    if values.contains(where: \.isNull) { return { _ in .null } }
    return { value in
      values[place] = value
      do { return try body(FunctionArguments(values)) } catch { throw BatchFailure() }
    }
  }
}

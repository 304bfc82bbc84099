import Columns
import Expressions
import Model

/// Functions of dates, and intervals of numbers, column by column.
extension ProgramCompiler {
  /// The program of a function of dates; nil for other functions.
  func dateCall(
    _ function: ScalarFunction,
    _ programs: [Program],
    _ arguments: [TypedExpression]
  ) -> Program? {
    let clock = Self.clock(arguments)
    switch function {
    case .startOf, .endOf:
      guard let unit = Self.unit(arguments.first),
        case .int64(let dates)? = programs.dropFirst().first
      else { return nil }
      return mapped(dates) { DateFunctions.bound(function, unit, of: $0, clock) }
    case .age:
      guard let date = arguments.first else { return nil }
      let now = TypedExpression(.call(.now, []), .date)
      return compile(TypedExpression(.call(.years, [date, now] + arguments.dropFirst()), .int))
    case .bin:
      return bin(programs, arguments)
    default: break
    }
    guard case .int64(let dates)? = programs.first else { return nil }
    if DateFunctions.isPart(function) {
      return .int64(
        ProgramNode { context in
          let vector = try dates.result(context)
          return Vector(
            vector.map { DateFunctions.part(function, of: clock.shown($0)) },
            validity: vector.validity
          )
        }
      )
    }
    guard DateFunctions.isDifference(function), programs.count > 1,
      case .int64(let ends) = programs[1]
    else { return nil }
    return zipped(dates, ends) { DateFunctions.difference(function, from: $0, to: $1, clock) }
  }

  /// `bin` with a constant width.
  private func bin(_ programs: [Program], _ arguments: [TypedExpression]) -> Program? {
    guard arguments.count == 2, arguments[1].isConstant, let body = FunctionBody.of(.bin),
      case .values(let bin) = body
    else { return nil }
    let width = constantNode(arguments[1])
    let isDate = arguments[0].type == .date
    switch programs.first {
    case .int64(let numbers)?:
      return .int64(
        ProgramNode { context in
          let (vector, width) = (try numbers.result(context), try width.result(context))
          let starts = try (0..<vector.count).map { row -> Int64? in
            guard vector.isValid(row), !width.isNull else { return nil }
            let value: Value =
              isDate ? .date(Timestamp(microseconds: vector[row])) : .int(vector[row])
            switch try bin(FunctionArguments([value, width])) {
            case .int(let start): return start
            case .date(let start): return start.microseconds
            default: return nil
            }
          }
          return Vector(starts, filler: 0)
        }
      )
    case .double(let numbers)?:
      return .double(
        ProgramNode { context in
          let (vector, width) = (try numbers.result(context), try width.result(context))
          guard case .double(let width) = width else {
            return .nulls(count: vector.count, filler: 0)
          }
          return Self.vector(
            vector.map { NumberFunctions.bin($0, width: width) ?? .nan },
            vector.validity
          )
        }
      )
    default: return nil
    }
  }

  /// A function of an Int or a date that can be nil.
  private func mapped(
    _ numbers: ProgramNode<Vector<Int64>>,
    _ body: @escaping (Int64) -> Int64?
  ) -> Program {
    .int64(
      ProgramNode { context in
        let vector = try numbers.result(context)
        return Vector(
          (0..<vector.count).map { vector.isValid($0) ? body(vector[$0]) : nil },
          filler: 0
        )
      }
    )
  }

  private static func unit(_ argument: TypedExpression?) -> CalendarUnit? {
    guard case .literal(.string(let text))? = argument?.kind else { return nil }
    return CalendarUnit(rawValue: text)
  }

  /// The clock of the time zone that is the last argument; UTC if there is none.
  private static func clock(_ arguments: [TypedExpression]) -> ZoneClock {
    guard let last = arguments.last, last.type == FunctionDeclaration.zone,
      case .literal(.string(let name)) = last.kind
    else { return .utc }
    return ZoneClock.named(name)
  }
}

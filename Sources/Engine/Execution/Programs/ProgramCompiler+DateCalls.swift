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
    case .bin, .bins:
      return interval(function, programs, arguments)
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

  /// `bin` with a constant width, and `bins`.
  private func interval(
    _ function: ScalarFunction,
    _ programs: [Program],
    _ arguments: [TypedExpression]
  ) -> Program? {
    guard arguments.dropFirst().allSatisfy(\.isConstant), let body = FunctionBody.of(function),
      case .values(let bin) = body
    else { return nil }
    let constants = arguments.dropFirst().map { constantNode($0) }
    let isDate = arguments[0].type == .date
    switch programs.first {
    case .int64(let numbers)?:
      return .int64(
        ProgramNode { context in
          let vector = try numbers.result(context)
          let rest = try constants.map { try $0.result(context) }
          guard !rest.contains(where: \.isNull) else {
            return .nulls(count: vector.count, filler: 0)
          }
          let starts = try (0..<vector.count).map { row -> Int64? in
            guard vector.isValid(row) else { return nil }
            let value: Value =
              isDate ? .date(Timestamp(microseconds: vector[row])) : .int(vector[row])
            switch try bin(FunctionArguments([value] + rest)) {
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
          let vector = try numbers.result(context)
          let rest = try constants.map { try $0.result(context) }
          guard !rest.contains(where: \.isNull) else {
            return .nulls(count: vector.count, filler: 0)
          }
          if function == .bin, case .double(let width)? = rest.first {
            guard let bins = Bins.Width(width) else {
              return .nulls(count: vector.count, filler: 0)
            }
            return Self.vector(vector.map { bins.start(of: $0) ?? .nan }, vector.validity)
          }
          let starts = try (0..<vector.count).map { row -> Double? in
            guard vector.isValid(row),
              case .double(let start) = try bin(FunctionArguments([.double(vector[row])] + rest))
            else { return nil }
            return start
          }
          return Vector(starts, filler: 0)
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

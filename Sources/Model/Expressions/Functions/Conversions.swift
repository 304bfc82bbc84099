import Foundation
public import Model

/// Conversions between types, written as Swift's initializers. Values that do not fit become nil.
enum Conversions {
  static func int(_ value: Value) -> Value {
    switch value {
    case .int: value
    case .string(let text): Int64(text).map(Value.int) ?? .null
    case .double(let number): Int64(exactly: number.rounded(.towardZero)).map(Value.int) ?? .null
    case .decimal(let number):
      Int64("\(DecimalFunctions.rounded(number, number < 0 ? .up : .down))").map(Value.int) ?? .null
    default: .null
    }
  }

  static func double(_ value: Value) -> Value {
    switch value {
    case .double: value
    case .int(let number): .double(Double(number))
    case .decimal(let number): checked(Double("\(number)"))
    case .string(let text): checked(Double(text))
    default: .null
    }
  }

  /// NaN is not a value, and −0 is 0.
  private static func checked(_ number: Double?) -> Value {
    guard let number, !number.isNaN else { return .null }
    return .double(number == 0 ? 0 : number)
  }

  static func decimal(_ value: Value) -> Value {
    switch value {
    case .decimal: value
    case .int(let number): .decimal(Decimal(number))
    // Its shortest digits: 1.1 and not 1.1000000000000000888.
    case .double(let number): decimal("\(number)").map(Value.decimal) ?? .null
    case .string(let text): decimal(text).map(Value.decimal) ?? .null
    default: .null
    }
  }

  /// `Decimal(string:)` alone would read `12abc` as 12.
  static func decimal(_ text: String) -> Decimal? {
    let allowed = text.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
    }
    guard allowed, Double(text) != nil, let value = Decimal(string: text), !value.isNaN else {
      return nil
    }
    return value
  }

  static func bool(_ value: Value) -> Value {
    switch value {
    case .bool: value
    case .string(let text): Bool(text).map(Value.bool) ?? .null
    default: .null
    }
  }

  static func uuid(_ value: Value) -> Value {
    switch value {
    case .uuid: value
    case .string(let text): UUID(uuidString: text).map(Value.uuid) ?? .null
    default: .null
    }
  }

  /// The date of a string in the format of ISO 8601, or of a pattern.
  static func date(_ text: String, _ pattern: String?, _ clock: ZoneClock) -> Value {
    let date: Int64? =
      if let pattern {
        DatePattern.cached(pattern).flatMap { DateReader.date(text, $0, clock) }
      } else {
        DateReader.date(iso: text, clock)
      }
    return date.map { .date(Timestamp(microseconds: $0)) } ?? .null
  }

  /// Dates at midnight are days, other dates have a time and a zone.
  static func string(_ value: Value) -> Value {
    switch value {
    case .string: return value
    case .bool(let flag): return .string("\(flag)")
    case .int(let number): return .string("\(number)")
    case .double(let number): return .string("\(number)")
    case .decimal(let number): return .string("\(number)")
    case .uuid(let uuid): return .string(uuid.uuidString)
    case .date(let moment):
      let civil = CivilMoment(moment)
      let isDay = civil.timeOfDay == 0
      return .string(isDay ? civil.date.text : civil.date.text + "T" + civil.timeText + "Z")
    default: return .null
    }
  }

  /// A date in the format of a pattern.
  static func string(_ moment: Int64, _ pattern: String, _ clock: ZoneClock) -> Value {
    DatePattern.cached(pattern).map { .string($0.text(of: moment, clock)) } ?? .null
  }

  /// The value of a type, for a conversion to it.
  static let functions: [(function: ScalarFunction, type: ValueType)] = [
    (.toInt, .int), (.toDouble, .double), (.toDecimal, .decimal), (.toString, .string),
    (.toBool, .bool), (.toDate, .date), (.toUUID, .uuid),
  ]
}

extension ScalarFunction {
  /// The function that converts to a type; nil if there is none.
  public static func conversion(to type: ValueType) -> ScalarFunction? {
    Conversions.functions.first { $0.type == type }?.function
  }
}

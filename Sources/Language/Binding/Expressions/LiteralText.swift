import Expressions
import Foundation
public import Model
import Syntax

/// Reads a literal of `type`; nil if it is invalid. Dates without a time zone are in UTC.
public func storedValue(of text: String, as type: ValueType) -> Value? {
  LiteralText.value(text, as: type, timeZone: .gmt)
}

/// Reads values from strings.
enum LiteralText {
  /// Reads a value of `type`; nil if it is invalid.
  static func value(_ text: String, as type: ValueType, timeZone: TimeZone) -> Value? {
    switch type {
    case .uuid: UUID(uuidString: text).map(Value.uuid)
    case .data: Data(base64Encoded: text).map(Value.data)
    case .decimal: decimal(text).map(Value.decimal)
    case .date:
      DateLiteral(text: text).flatMap { timestamp($0, in: timeZone) }.map(Value.date)
    default: nil
    }
  }

  /// The timestamp of a date literal; without a zone it is in `timeZone`.
  static func timestamp(_ literal: DateLiteral, in timeZone: TimeZone) -> Timestamp? {
    let civil = CivilDate(
      year: Int64(literal.year),
      month: Int64(literal.month),
      day: Int64(literal.day)
    )
    guard let local = Timestamp(day: civil.dayNumber, timeOfDay: literal.timeOfDay ?? 0) else {
      return nil
    }
    guard let offset = literal.zoneOffset else {
      return LocalTime.moment(showing: local, in: timeZone)
    }
    let shift = Int64(offset) * Timestamp.microsecondsPerSecond
    return Timestamp(microseconds: local.microseconds - shift)
  }

  /// `Decimal(string:)` alone would read `12abc` as 12.
  private static func decimal(_ text: String) -> Decimal? {
    let allowed = text.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
    }
    guard allowed, Double(text) != nil, let value = Decimal(string: text), !value.isNaN else {
      return nil
    }
    return value
  }
}

import Foundation
package import Model

/// The type of a column of a database server that enforces types.
package enum ServerType: Hashable, Sendable {
  case boolean
  /// A whole number of at most 64 bits.
  case integer
  /// A floating-point number of 32 or 64 bits; NaN reads as nil.
  case real
  /// A decimal number. `isBounded` says that all values except NaN fit in a Decimal.
  case numeric(isBounded: Bool)
  /// A string that is compared by its bytes.
  case text
  /// A value that is read as the server's text for it.
  case asText
  /// The address of a computer or a network (`inet`), read as the server's text for it. Only
  /// networks have the number of their bits: `10.0.0.1`, `10.0.0.0/8`.
  case network
  case uuid
  case bytes
  /// A day; infinite ones read as nil, as in the other types of dates.
  case date
  /// A date and time without time zone, read as UTC.
  case timestamp
  case timestampWithZone
  /// An array, read by the texts of its elements.
  case array

  /// The name in SQL for values that are bound as text.
  var name: String? {
    switch self {
    case .boolean: "boolean"
    case .numeric: "numeric"
    case .uuid: "uuid"
    // Days are compared with times.
    case .date, .timestamp: "timestamp"
    case .timestampWithZone: "timestamptz"
    case .integer, .real, .text, .asText, .network, .bytes, .array: nil
    }
  }

  /// Whether values of another type are read as strings.
  package var isConverted: Bool { self == .asText || self == .network }

  /// The expression to select for a column.
  package func selected(_ column: String) -> String {
    switch self {
    case .asText: "\(column)::text"
    // A cast adds the number of bits to addresses of computers.
    case .network: "abbrev(\(column))"
    // The same is true of a cast of their arrays.
    case .array:
      "to_json(CASE WHEN pg_typeof(\(column)) = 'inet[]'::regtype"
        + " THEN \(column)::text::text[] ELSE \(column)::text[] END)::text"
    default: column
    }
  }
}

extension ServerType {
  /// The text that the server reads as `value`; nil if the type has no such value.
  package func text(of value: Value) -> String? {
    switch (self, value) {
    case (.boolean, .bool(let flag)): flag ? "true" : "false"
    case (.integer, .int(let number)): "\(number)"
    case (.real, .double(let number)): "\(number)"
    case (.numeric, .decimal(let number)): number.description
    case (.numeric, .int(let number)): "\(number)"
    case (.text, .string(let text)), (.asText, .string(let text)), (.network, .string(let text)):
      text
    case (.uuid, .uuid(let uuid)): uuid.uuidString
    case (.bytes, .data(let data)): "\\x" + data.map { String(format: "%02x", $0) }.joined()
    case (.date, .date(let moment)), (.timestamp, .date(let moment)): moment.serverText
    case (.timestampWithZone, .date(let moment)): moment.serverText + "+00"
    // A part of a key that is not a value of the type, such as `infinity`.
    case (.real, .string(let text)), (.numeric, .string(let text)), (.date, .string(let text)),
      (.timestamp, .string(let text)), (.timestampWithZone, .string(let text)):
      text
    default: nil
    }
  }
}

extension Timestamp {
  /// `2026-07-01 12:30:00.123456`, in UTC.
  fileprivate var serverText: String {
    let day = Self.microsecondsPerDay
    let days = microseconds >= 0 ? microseconds / day : (microseconds + 1) / day - 1
    let time = microseconds - days * day
    let (year, month, date) = Self.civil(days)
    let clock = String(
      format: "%02lld:%02lld:%02lld.%06lld",
      time / 3_600_000_000,
      time / 60_000_000 % 60,
      time / 1_000_000 % 60,
      time % 1_000_000
    )
    let shown = year > 0 ? year : 1 - year
    return String(format: "%04lld-%02lld-%02lld ", shown, month, date) + clock
      + (year > 0 ? "" : " BC")
  }

  /// The date in the proleptic Gregorian calendar, `days` after 1970-01-01.
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    // Years begin in March, so that a leap day is the last day; eras have 400 years.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}

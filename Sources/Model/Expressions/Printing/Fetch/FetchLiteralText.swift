package import Foundation
package import Model

/// Prints values as literals.
package struct FetchLiteralText {
  let timeZone: TimeZone

  package init(timeZone: TimeZone) { self.timeZone = timeZone }

  package func text(of value: Value) -> String {
    switch value {
    case .null: "nil"
    case .bool(let flag): flag ? "true" : "false"
    case .int(let number): String(number)
    case .double(let number): number.description
    case .decimal(let number): "decimal \"\(number)\""
    case .string(let text): Self.quoted(text)
    case .date(let moment): text(of: moment)
    case .duration(let span): Self.text(of: span)
    case .uuid(let uuid): "uuid \"\(uuid.uuidString)\""
    case .data(let data): "data \"\(data.base64EncodedString())\""
    case .list(let values): "[\(values.map(text).joined(separator: ", "))]"
    case .object(let fields):
      "{ "
        + fields.map { "\(FetchName.quoted($0.name)): \(text(of: $0.value))" }
        .joined(separator: ", ") + " }"
    case .record(let id): FetchName.quoted(id.entity) + id.description.dropFirst(id.entity.count)
    }
  }

  /// The quoted string, with escapes for characters that do not print.
  package static func quoted(_ text: String, by quote: Unicode.Scalar = "\"") -> String {
    text.quotedAsLiteral(by: quote)
  }

  /// `2026-01-05`, `2026-01-05T12:30:00` in the time zone.
  private func text(of moment: Timestamp) -> String {
    let civil = CivilMoment(LocalTime.shown(at: moment, in: timeZone))
    return civil.timeOfDay == 0 ? civil.date.text : civil.date.text + "T" + civil.timeText
  }

  /// A span in the largest exact units: `7 days`, `3 months`.
  private static func text(of span: TimeSpan) -> String {
    var parts: [String] = []
    if span.months != 0 {
      let isYears = span.months % 12 == 0
      parts.append(
        Self.text(isYears ? span.months / 12 : span.months, isYears ? .years : .months)
      )
    }
    if span.microseconds != 0 {
      let unit = [TimeUnit.weeks, .days, .hours, .minutes, .seconds]
        .first { span.microseconds % $0.span.microseconds == 0 }
      parts.append(
        unit.map { Self.text(span.microseconds / $0.span.microseconds, $0) }
          ?? "\(Double(span.microseconds) / 1_000_000) seconds"
      )
    }
    return parts.isEmpty ? "0 seconds" : parts.joined(separator: " + ")
  }

  private static func text(_ count: Int64, _ unit: TimeUnit) -> String {
    "\(count) \(unit.name(isOne: count == 1))"
  }
}

extension TimeUnit {
  /// `day` for one, else `days`.
  func name(isOne: Bool) -> String { isOne ? String(rawValue.dropLast()) : rawValue }
}

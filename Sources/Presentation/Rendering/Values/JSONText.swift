import Foundation
import Model

/// Nested values as JSON on one line, with spaces after commas and colons.
///
/// Dates, UUIDs, durations, records and data (as Base64) are strings; infinities are null.
struct JSONText: Sendable {
  let dates: MomentText

  init(dates: MomentText = MomentText()) {
    self.dates = dates
  }

  /// The JSON of `value`.
  func string(_ value: Value) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(let value): value.isFinite ? value.description : "null"
    case .decimal(let value): value.description
    case .string(let value): quoted(value)
    case .date(let value): quoted(dates.string(value, separator: "T"))
    case .duration(let value): quoted(durationText(value))
    case .uuid(let value): quoted(value.uuidString)
    case .data(let value): quoted(value.base64EncodedString())
    case .list(let values): "[" + values.map(string).joined(separator: ", ") + "]"
    case .object(let fields): "{" + fields.map(member).joined(separator: ", ") + "}"
    case .record(let value): quoted(recordText(value))
    }
  }

  private func member(_ field: ObjectField) -> String {
    quoted(field.name) + ": " + string(field.value)
  }

  private static let shortEscapes: [Unicode.Scalar: String] = [
    "\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t",
  ]

  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if let escape = Self.shortEscapes[scalar] {
        result += escape
      } else if scalar.value < 0x20 {
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

public import Diagnostics
public import Foundation
public import Model

/// Formats single values for people: on one line, complete and safe for the terminal.
///
/// | value | text |
/// |---|---|
/// | nil | the null text, by default `nil` |
/// | strings | unquoted, unless empty, blank, quoted, or equal to the null text |
/// | Int, Decimal | plain digits without grouping |
/// | Double | the shortest text that reads back the same, with a point or exponent: `5.0` |
/// | dates | `2024-07-01` for midnight in the time zone, otherwise `2024-07-01 12:30:00Z` |
/// | durations | `1 year 3 days 4 hours`, exact |
/// | data | Base64 up to 24 bytes, otherwise `<214 bytes>` |
/// | lists, objects | JSON |
/// | records | `Budget#3` |
public struct ValueText: Sendable {
  private let dates: MomentText
  private let json: JSONText
  private let nullText: String
  /// The available width; longer strings can be incomplete. Nil for no limit.
  private var width: Int?

  /// The most bytes of data to show.
  private static let longestShownData = 24
  /// Strings are complete for larger widths.
  private static let greatestCutWidth = 1 << 20

  /// Formats dates in `timeZone`, and nil as `nullText`.
  public init(timeZone: TimeZone = .gmt, nullText: String = "nil") {
    dates = MomentText(timeZone: timeZone)
    json = JSONText(dates: dates)
    self.nullText = escapedForTerminal(nullText)
  }

  /// Whether dates are in UTC.
  var isUTC: Bool { dates.isUTC }

  /// A copy that can skip the part of a string after `width` columns.
  public func cut(to width: Int?) -> ValueText {
    var cut = self
    cut.width = width
    return cut
  }

  /// The text of `value`.
  public func string(_ value: Value) -> String {
    switch value {
    case .null: nullText
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(let value): value.description
    case .decimal(let value): value.description
    case .string(let value): string(value)
    case .date(let value): dates.string(value)
    case .duration(let value): durationText(value)
    case .uuid(let value): value.uuidString
    case .data(let value): string(value)
    case .list, .object: escapedForTerminal(json.string(value))
    case .record(let value): escapedForTerminal(recordText(value))
    }
  }

  /// The text of `value`; nil has its own style.
  public func styled(_ value: Value) -> StyledText {
    StyledText(string(value), value.isNull ? .null : .plain)
  }

  private func string(_ text: String) -> String {
    let shown = shown(text)
    return needsQuotes(text) ? escapedForTerminal(quoted(shown)) : escapedForTerminal(shown)
  }

  /// The start of a long string that fills the width, if it is long enough.
  private func shown(_ text: String) -> String {
    guard let width, width < Self.greatestCutWidth, text.utf8.count > 64 * (width + 8) else {
      return text
    }
    let start = String(text.unicodeScalars.prefix(16 * (width + 8)))
    return escapedForTerminal(start).displayWidth > width + 8 ? start : text
  }

  /// Whether `text` looks like nil, nothing, or a quoted string.
  private func needsQuotes(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, let last = bytes.last else { return true }
    if first == UInt8(ascii: "\"") { return last == first && bytes.count > 1 }
    if first == UInt8(ascii: " ") { return bytes.allSatisfy { $0 == first } }
    return text == nullText
  }

  private func quoted(_ text: String) -> String {
    let inner = text.replacing(scalar: "\\", with: "\\\\")
      .replacing(scalar: "\"", with: "\\\"")
    return "\"\(inner)\""
  }

  private func string(_ data: Data) -> String {
    switch data.count {
    case 0: "<0 bytes>"
    case ...Self.longestShownData: data.base64EncodedString()
    default: "<\(groupedDigits(data.count)) bytes>"
    }
  }
}

/// `Budget#3`, or `Item#(7, "a")` for a key of several values.
func recordText(_ record: RecordID) -> String {
  switch record.key {
  case .number(let number): "\(record.entity)#\(number)"
  case .values(let values):
    "\(record.entity)#(\(values.map(JSONText().string).joined(separator: ", ")))"
  }
}

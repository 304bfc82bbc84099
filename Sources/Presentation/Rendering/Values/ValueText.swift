public import Diagnostics
public import Foundation
public import Model

/// Single values as people read them: safe for the terminal, on one line, nothing left out.
///
/// | value | text |
/// |---|---|
/// | nil | the null text, `nil` at first |
/// | strings | bare; quoted if bare they would look like nil, like nothing, or like a quoted one |
/// | Int, Decimal | plain digits without grouping |
/// | Double | the shortest text that reads back the same, always with a point or exponent: `5.0` |
/// | dates | `2024-07-01` for midnight in the zone, else `2024-07-01 12:30:00Z` |
/// | durations | `1 year 3 days 4 hours`, exact |
/// | data | Base64 up to 24 bytes, else `<214 bytes>` |
/// | lists, objects | JSON |
/// | records | `Budget#3` |
public struct ValueText: Sendable {
  private let dates: MomentText
  private let json: JSONText
  private let nullText: String
  /// The columns that there are for a text; what does not fit may be left out. Nil for no limit.
  private var width: Int?

  /// The most bytes of data that are shown themselves.
  private static let longestShownData = 24
  /// Texts that may be wider are never cut.
  private static let greatestCutWidth = 1 << 20

  /// Makes texts with dates in `timeZone` and `nullText` for nil.
  public init(timeZone: TimeZone = .gmt, nullText: String = "nil") {
    dates = MomentText(timeZone: timeZone)
    json = JSONText(dates: dates)
    self.nullText = escapedForTerminal(nullText)
  }

  /// The same texts, of which no more than `width` columns will be shown: the rest is not looked at.
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

  /// The text of `value` in the role that tells nil from everything else.
  public func styled(_ value: Value) -> StyledText {
    StyledText(string(value), value.isNull ? .null : .plain)
  }

  private func string(_ text: String) -> String {
    let shown = shown(text)
    return needsQuotes(text) ? escapedForTerminal(quoted(shown)) : escapedForTerminal(shown)
  }

  /// The beginning of a long text that fills the columns and more, if it has such a one.
  private func shown(_ text: String) -> String {
    guard let width, width < Self.greatestCutWidth, text.utf8.count > 64 * (width + 8) else {
      return text
    }
    let start = String(text.unicodeScalars.prefix(16 * (width + 8)))
    return escapedForTerminal(start).displayWidth > width + 8 ? start : text
  }

  /// Whether `text` would be taken for nil, for nothing, or for the quoted form of another.
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

/// The syntax of fields, and how it determines kinds.
enum FieldSyntax {
  /// Quotes do not affect the kind; quotes within a string are doubled.
  case csv
  /// Only strings, dates and UUIDs are quoted; strings can have escapes.
  case json

  /// The kind of a field that is not nil; nil if it is not a value.
  func kind(of text: FieldText, _ span: FieldSpan) -> ScalarKind? {
    switch self {
    case .csv: return ScalarKind(of: text)
    case .json where span.hasEscapes:
      var bytes: [UInt8] = []
      guard unescape(text, span, into: &bytes) else { return nil }
      return bytes.withUnsafeBufferPointer { FieldText($0).map { JSONField.kind(of: $0, true) } }
    case .json:
      let kind = JSONField.kind(of: text, span.isQuoted)
      return kind == .string && !span.isQuoted ? nil : kind
    }
  }

  /// Whether an unquoted text that starts like a value is one.
  func isUnquotedValue(_ text: FieldText) -> Bool {
    BoolText.value(text) != nil || DecimalParts(text) != nil
  }

  /// The narrowest kind for both; nil if that would mix strings with other values.
  func joined(_ kind: ScalarKind, _ other: ScalarKind) -> ScalarKind? {
    let joined = kind.joined(with: other)
    guard case .json = self, joined == .string else { return joined }
    let areQuoted = kind == .unknown || JSONField.isQuoted(kind)
    return areQuoted && JSONField.isQuoted(other) ? .string : nil
  }

  /// The kind to read a column of `kind` as, after a field that does not fit; nil if only JSON text
  /// could hold all values.
  func widened(_ kind: ScalarKind, by text: FieldText, _ span: FieldSpan) -> ScalarKind? {
    guard let found = self.kind(of: text, span), let joined = joined(kind, found) else {
      return nil
    }
    if joined != kind { return joined }
    // A date with escapes is still a date.
    return found == kind && span.hasEscapes ? nil : self.joined(.string, found)
  }

  /// How fields of `kind` are written.
  func quoting(of kind: ScalarKind) -> FieldSpan.Quoting {
    switch self {
    case .csv: FieldSpan.Quoting(isQuoted: nil)
    case .json: FieldSpan.Quoting(isQuoted: JSONField.isQuoted(kind))
    }
  }

  /// Appends the unescaped bytes of a text. Returns false for an invalid escape.
  func unescape(_ text: FieldText, _ span: FieldSpan, into bytes: inout [UInt8]) -> Bool {
    switch self {
    case .csv:
      span.appendUndoubled(text.buffer, to: &bytes)
      return true
    case .json:
      let token = JSONCursor.StringToken(text: text, offset: 0, hasEscapes: true)
      return (try? JSONEscapes.unescape(token, into: &bytes)) != nil
    }
  }
}

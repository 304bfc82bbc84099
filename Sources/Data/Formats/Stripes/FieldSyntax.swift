/// What fields are made of, and what their kinds mean for one another.
enum FieldSyntax {
  /// Quotes say nothing about the kind, and those within a text are doubled.
  case csv
  /// Texts, dates and UUIDs stand in quotes, with escapes, and nothing else does.
  case json

  /// The kind of a field that is not nil; nil if it is no value.
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

  /// Whether a text that stands without quotes, and begins as a value does, is one.
  func isUnquotedValue(_ text: FieldText) -> Bool {
    BoolText.value(text) != nil || DecimalParts(text) != nil
  }

  /// The narrowest kind that can hold both; nil if that is a text though not all are texts.
  func joined(_ kind: ScalarKind, _ other: ScalarKind) -> ScalarKind? {
    let joined = kind.joined(with: other)
    guard case .json = self, joined == .string else { return joined }
    let areQuoted = kind == .unknown || JSONField.isQuoted(kind)
    return areQuoted && JSONField.isQuoted(other) ? .string : nil
  }

  /// What to read a column of `kind` as, after a field turned out not to be of it; nil if only JSON's
  /// texts of all values could be kept.
  func widened(_ kind: ScalarKind, by text: FieldText, _ span: FieldSpan) -> ScalarKind? {
    guard let found = self.kind(of: text, span), let joined = joined(kind, found) else {
      return nil
    }
    if joined != kind { return joined }
    // A date with escapes is one all the same.
    return found == kind && span.hasEscapes ? nil : self.joined(.string, found)
  }

  /// How fields of `kind` stand in the file.
  func fitting(_ kind: ScalarKind) -> FieldSpan.Fitting {
    switch self {
    case .csv: FieldSpan.Fitting(isQuoted: nil)
    case .json: FieldSpan.Fitting(isQuoted: JSONField.isQuoted(kind))
    }
  }

  /// Appends the bytes that a text with escapes stands for; false if an escape is none.
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

import Diagnostics

extension DateLiteral {
  /// Reads a date literal; a space may replace the `T`. Fails if there is anything else.
  public init?(text: String) {
    let dayLength = 10
    var bytes = Array(text.utf8)
    if bytes.count > dayLength, bytes[dayLength] == UInt8(ascii: " ") {
      bytes[dayLength] = UInt8(ascii: "T")
    }
    let source = SourceText(name: "", text: String(decoding: bytes, as: UTF8.self))
    var lexer = Lexer(source)
    let token = lexer.next()
    guard case .date(let literal) = token.kind,
      token.span == SourceSpan(0, source.bytes.count)
    else { return nil }
    self = literal
  }
}

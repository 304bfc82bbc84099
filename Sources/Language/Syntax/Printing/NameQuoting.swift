import Diagnostics

/// `name` as written in a query: in backticks if it is a reserved word or not a plain word.
public func quotedIfNeeded(_ name: String) -> String {
  QuotedText.isPlainName(name) ? name : QuotedText.quoted(name, by: "`")
}

/// `name` as written right after a statement's keyword, where more words are keywords.
public func quotedAfterKeyword(_ name: String) -> String {
  let isKeyword = Keyword(spelling: name)?.roles.contains(.afterStatement) ?? false
  return isKeyword ? QuotedText.quoted(name, by: "`") : quotedIfNeeded(name)
}

/// `name` as written for a case of an enum, where no word is reserved.
public func quotedCase(_ name: String) -> String {
  QuotedText.isWord(name) ? name : quotedIfNeeded(name)
}

/// `text` as a string literal.
public func stringLiteral(_ text: String) -> String {
  QuotedText.quoted(text, by: "\"")
}

/// Quoted strings and names, escaped if needed.
enum QuotedText {
  /// Whether a name needs no backticks.
  static func isPlainName(_ name: String) -> Bool {
    let source = SourceText(name: "", text: name)
    var lexer = Lexer(source)
    let token = lexer.next()
    return token.isPlainName && token.span == SourceSpan(0, source.bytes.count)
  }

  /// Whether a text is one word, reserved or not.
  static func isWord(_ text: String) -> Bool {
    let source = SourceText(name: "", text: text)
    var lexer = Lexer(source)
    let token = lexer.next()
    guard case .word = token.kind else { return false }
    return token.span == SourceSpan(0, source.bytes.count)
  }

  /// `text` in quotes.
  static func quoted(_ text: String, by quote: Unicode.Scalar) -> String {
    var result = String(quote)
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if let escape = escape(of: scalar, after: previous, in: quote) {
        result += escape
        previous = nil
      } else {
        result.unicodeScalars.append(scalar)
        previous = scalar
      }
    }
    result.unicodeScalars.append(quote)
    return result
  }

  /// The escape of a scalar; nil if it is written unchanged.
  private static func escape(
    of scalar: Unicode.Scalar,
    after previous: Unicode.Scalar?,
    in quote: Unicode.Scalar
  ) -> String? {
    if scalar == quote || scalar == "\\" { return "\\\(scalar)" }
    if let letter = letters[scalar] { return "\\\(letter)" }
    // A mark would combine with the quote.
    let isMarkOfQuote = previous == nil && scalar.properties.isGraphemeExtend
    guard isMarkOfQuote || !scalar.isPrintable(after: previous) else { return nil }
    return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  private static let letters: [Unicode.Scalar: String] = ["\n": "n", "\t": "t", "\r": "r"]
}

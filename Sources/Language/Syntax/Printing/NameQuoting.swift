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
    for scalar in text.unicodeScalars {
      result.unicodeScalars.append(contentsOf: escaped(scalar, quote))
    }
    result.unicodeScalars.append(quote)
    return result
  }

  private static func escaped(
    _ scalar: Unicode.Scalar,
    _ quote: Unicode.Scalar
  ) -> String.UnicodeScalarView {
    if scalar == quote || scalar == "\\" { return "\\\(scalar)".unicodeScalars }
    if let letter = letters[scalar] { return "\\\(letter)".unicodeScalars }
    if scalar.properties.generalCategory == .control {
      return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars
    }
    return String(scalar).unicodeScalars
  }

  private static let letters: [Unicode.Scalar: String] = ["\n": "n", "\t": "t", "\r": "r"]
}

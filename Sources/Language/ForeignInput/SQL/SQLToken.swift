/// A token of SQL.
struct SQLToken: Equatable {
  enum Kind: Equatable {
    /// `SELECT`, `budget`
    case word
    /// `"order by"`, `` `limit` ``, `[limit]`
    case quotedName
    /// `'Oslo'`
    case string
    case number
    /// `?`, `:name`, `@name`, `$1`
    case parameter
    case symbol
  }

  let kind: Kind
  /// The text without quotes or the sign of a parameter.
  let text: String

  /// The word in uppercase; nil for other tokens.
  var keyword: String? { kind == .word ? text.uppercased() : nil }

  /// Whether it can name a table or a column.
  var isName: Bool { kind == .word || kind == .quotedName }
}

/// Splits SQL into tokens; unknown characters become symbols.
struct SQLLexer {
  /// The maximum number of tokens.
  private static let limit = 2_000

  private let characters: [Character]
  private var position = 0

  /// The tokens of `text`; nil if there are several statements or too many tokens.
  static func tokens(_ text: String) -> [SQLToken]? {
    var lexer = SQLLexer(characters: Array(text))
    var tokens: [SQLToken] = []
    while let token = lexer.next() {
      guard tokens.count < limit else { return nil }
      tokens.append(token)
    }
    if tokens.last == SQLToken(kind: .symbol, text: ";") { tokens.removeLast() }
    return tokens.contains(SQLToken(kind: .symbol, text: ";")) ? nil : tokens
  }

  private init(characters: [Character]) { self.characters = characters }

  private func peek(_ distance: Int = 0) -> Character? {
    position + distance < characters.count ? characters[position + distance] : nil
  }

  private mutating func next() -> SQLToken? {
    skipSpaces()
    guard let first = peek() else { return nil }
    if first.isLetter || first == "_" { return SQLToken(kind: .word, text: word()) }
    if first.isWholeNumber { return SQLToken(kind: .number, text: number()) }
    if let close = Self.closingQuotes[first] {
      return SQLToken(kind: first == "'" ? .string : .quotedName, text: quoted(by: close))
    }
    if first == "?" || ":@$".contains(first) && peek(1).map({ $0.isLetter || $0.isNumber }) == true
    {
      position += 1
      return SQLToken(kind: .parameter, text: word())
    }
    return SQLToken(kind: .symbol, text: symbol())
  }

  private static let closingQuotes: [Character: Character] = [
    "'": "'", "\"": "\"", "`": "`", "[": "]",
  ]

  private static let pairs = ["<=", ">=", "<>", "!=", "==", "||", "::", "!~"]

  private mutating func skipSpaces() {
    while let character = peek() {
      if character.isWhitespace {
        position += 1
      } else if character == "-", peek(1) == "-" {
        while let character = peek(), !character.isNewline { position += 1 }
      } else if character == "/", peek(1) == "*" {
        position += 2
        while peek() != nil, !(peek() == "*" && peek(1) == "/") { position += 1 }
        position += 2
      } else {
        return
      }
    }
  }

  private mutating func word() -> String {
    let start = position
    while let character = peek(), character.isLetter || character.isNumber || character == "_" {
      position += 1
    }
    return String(characters[start..<position])
  }

  private mutating func number() -> String {
    let start = position
    while let character = peek(), character.isWholeNumber || character == "." { position += 1 }
    return String(characters[start..<position])
  }

  /// Reads a quoted token; a doubled quote is a literal one.
  private mutating func quoted(by close: Character) -> String {
    position += 1
    var text = ""
    while let character = peek() {
      position += 1
      if character == close {
        guard peek() == close else { return text }
        position += 1
      }
      text.append(character)
    }
    return text
  }

  private mutating func symbol() -> String {
    let pair = String(characters[position..<min(position + 2, characters.count)])
    let text = Self.pairs.contains(pair) ? pair : String(characters[position])
    position += text.count
    return text
  }
}

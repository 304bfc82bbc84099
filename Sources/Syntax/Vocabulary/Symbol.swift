/// Every sign that is a token, by its spelling; the longest that fits is taken.
public enum Symbol: String, Sendable, Hashable, CaseIterable {
  case leftParenthesis = "("
  case rightParenthesis = ")"
  case leftBracket = "["
  case rightBracket = "]"
  case leftBrace = "{"
  case rightBrace = "}"
  case comma = ","
  case colon = ":"
  case semicolon = ";"
  case dot = "."
  case optionalDot = "?."
  case question = "?"
  case hash = "#"
  case closedRange = "..."
  case halfOpenRange = "..<"
  case assign = "="
  case addAssign = "+="
  case subtractAssign = "-="
  case equal = "=="
  case notEqual = "!="
  case unequal = "<>"
  case less = "<"
  case lessOrEqual = "<="
  case equalLess = "=<"
  case greater = ">"
  case greaterOrEqual = ">="
  case equalGreater = "=>"
  case tilde = "~"
  case notTilde = "!~"
  case equalTilde = "=~"
  case exclamation = "!"
  case doubleAmpersand = "&&"
  case doubleBar = "||"
  case doubleQuestion = "??"
  case plus = "+"
  case minus = "-"
  case star = "*"
  case slash = "/"
  case percent = "%"
  case at = "@"

  /// The bracket that closes this one.
  public var closing: Symbol? { Self.closingBrackets[self] }

  /// Whether the sign closes a bracket.
  public var isClosing: Bool { Self.closingBrackets.values.contains(self) }

  /// The longest sign that the three bytes begin with; zeros stand for the end of the text.
  static func longest(at bytes: (UInt8, UInt8, UInt8)) -> Symbol? {
    let (first, second, third) = (UInt32(bytes.0), UInt32(bytes.1), UInt32(bytes.2))
    return packed[first << 16 | second << 8 | third]
      ?? packed[first << 16 | second << 8]
      ?? packed[first << 16]
  }

  private static let closingBrackets: [Symbol: Symbol] = [
    .leftParenthesis: .rightParenthesis,
    .leftBracket: .rightBracket,
    .leftBrace: .rightBrace,
  ]

  /// The signs by their bytes, the first in the highest place.
  private static let packed: [UInt32: Symbol] = Dictionary(
    uniqueKeysWithValues: allCases.map { symbol in
      let bytes = Array(symbol.rawValue.utf8) + [0, 0]
      return (UInt32(bytes[0]) << 16 | UInt32(bytes[1]) << 8 | UInt32(bytes[2]), symbol)
    }
  )
}

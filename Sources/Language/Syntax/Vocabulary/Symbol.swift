/// All signs by spelling; the lexer takes the longest that matches.
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
  case arrow = "->"
  case star = "*"
  case slash = "/"
  case percent = "%"
  case at = "@"

  /// The bracket that closes this one.
  public var closing: Symbol? {
    switch self {
    case .leftParenthesis: .rightParenthesis
    case .leftBracket: .rightBracket
    case .leftBrace: .rightBrace
    default: nil
    }
  }

  /// Whether the sign closes a bracket.
  public var isClosing: Bool {
    switch self {
    case .rightParenthesis, .rightBracket, .rightBrace: true
    default: false
    }
  }

  /// The longest sign that starts with these bytes; zeros mark the end of the input.
  static func longest(at bytes: (UInt8, UInt8, UInt8)) -> Symbol? {
    guard bytes.0 < 0x80 else { return nil }
    return byFirstByte[Int(bytes.0)].first { spelling in
      (spelling.second == 0 || spelling.second == bytes.1)
        && (spelling.third == 0 || spelling.third == bytes.2)
    }?.symbol
  }

  /// A sign with its second and third byte; zero if there is none.
  private struct Spelling {
    let second: UInt8
    let third: UInt8
    let symbol: Symbol
  }

  /// The signs by their first ASCII byte, the longest first. This is an array because dictionaries
  /// keyed by custom types make the runtime search all conformances when the command starts.
  private static let byFirstByte: [[Spelling]] = {
    var spellings: [[Spelling]] = Array(repeating: [], count: 0x80)
    for symbol in allCases.sorted(by: { $0.rawValue.utf8.count > $1.rawValue.utf8.count }) {
      let bytes = Array(symbol.rawValue.utf8) + [0, 0]
      spellings[Int(bytes[0])].append(Spelling(second: bytes[1], third: bytes[2], symbol: symbol))
    }
    return spellings
  }()
}

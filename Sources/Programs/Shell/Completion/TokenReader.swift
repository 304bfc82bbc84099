import Diagnostics
import Syntax

/// The tokens before the cursor, with the names that they write.
struct TokenReader {
  let tokens: [Token]
  let source: SourceText

  /// The name that token `index` writes, without backticks.
  func name(_ index: Int) -> String {
    let token = tokens[index]
    if case .quotedName(let name) = token.kind { return name }
    return source.text(in: token.span)
  }
}

extension Token {
  /// Whether it parts the names of a path.
  var isDot: Bool { symbol == .dot || symbol == .optionalDot }

  /// How much deeper within brackets lies what stands behind it: 1, 0 or -1.
  var nesting: Int { symbol?.closing != nil ? 1 : symbol?.isClosing == true ? -1 : 0 }
}

extension [Token] {
  /// How many braces are open at the end.
  var braceDepth: Int {
    reduce(0) { $0 + ($1.symbol == .leftBrace ? 1 : $1.symbol == .rightBrace ? -1 : 0) }
  }
}

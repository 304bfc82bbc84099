import Diagnostics
import Syntax

/// The tokens before the cursor, with their names.
struct TokenReader {
  let tokens: [Token]
  let source: SourceText

  /// The name of token `index`, without backticks.
  func name(_ index: Int) -> String {
    let token = tokens[index]
    if case .quotedName(let name) = token.kind { return name }
    return source.text(in: token.span)
  }
}

extension Token {
  /// Whether it separates the names of a path.
  var isDot: Bool { symbol == .dot || symbol == .optionalDot }

  /// The change of the bracket depth: 1, 0 or -1.
  var nesting: Int { symbol?.closing != nil ? 1 : symbol?.isClosing == true ? -1 : 0 }
}

extension [Token] {
  /// The number of open braces at the end.
  var braceDepth: Int {
    reduce(0) { $0 + ($1.symbol == .leftBrace ? 1 : $1.symbol == .rightBrace ? -1 : 0) }
  }
}

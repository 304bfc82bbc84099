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
}

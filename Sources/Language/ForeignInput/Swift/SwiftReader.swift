import Diagnostics
import Syntax

/// Reads tokens of Swift, which are mostly those of the language.
struct SwiftReader {
  private(set) var tokens: ArraySlice<String>
  /// The offsets after all tokens of a whole text.
  private var ends: [Int] = []

  /// Tokenizes `text`; nil if it has unknown characters.
  init?(_ text: String) {
    let source = SourceText(name: "", text: text)
    var lexer = Lexer(source)
    var tokens: [String] = []
    while tokens.count < Self.maxTokens {
      let token = lexer.next()
      if token.kind == .end { break }
      if case .invalid(let error) = token.kind, !Self.known(error) { return nil }
      tokens.append(source.text(in: token.span))
      ends.append(token.span.upperBound)
    }
    self.tokens = tokens[...]
  }

  private static let maxTokens = 20_000

  /// The offset after the last consumed token of a whole text.
  var offset: Int {
    let consumed = ends.count - tokens.count
    return consumed > 0 && consumed <= ends.count ? ends[consumed - 1] : 0
  }

  init(_ tokens: some Sequence<String>) { self.tokens = ArraySlice(Array(tokens)) }

  /// Allows `\.name` and `$0`.
  private static func known(_ error: LexicalError) -> Bool {
    switch error {
    case .unknownCharacter(let scalar): scalar == "\\"
    case .closureArgument: true
    default: false
    }
  }

  var isAtEnd: Bool { tokens.isEmpty }
  var next: String? { tokens.first }

  func peek(_ distance: Int) -> String? { tokens.dropFirst(distance).first }

  @discardableResult
  mutating func take() -> String? { tokens.popFirst() }

  /// Consumes the tokens if they are next.
  mutating func take(_ texts: String...) -> Bool {
    guard tokens.starts(with: texts) else { return false }
    tokens = tokens.dropFirst(texts.count)
    return true
  }

  /// Consumes a word.
  mutating func takeName() -> String? {
    guard let next, next.isSwiftName else { return nil }
    return take()
  }

  /// Consumes brackets and returns their content.
  mutating func takeBracketed() -> SwiftReader? {
    guard let opening = next, "([{".contains(opening) else { return nil }
    take()
    var depth = 1
    for (offset, token) in tokens.enumerated() {
      depth += "([{".contains(token) ? 1 : ")]}".contains(token) ? -1 : 0
      if depth == 0 {
        let inside = SwiftReader(tokens.prefix(offset))
        tokens = tokens.dropFirst(offset + 1)
        return inside
      }
    }
    return nil
  }

  /// The tokens after the first occurrence of `texts`.
  func after(_ texts: String...) -> SwiftReader? {
    var rest = self
    while !rest.isAtEnd {
      if rest.tokens.starts(with: texts) {
        rest.tokens = rest.tokens.dropFirst(texts.count)
        return rest
      }
      rest.take()
    }
    return nil
  }

  /// The parts separated by `separators` outside of brackets.
  func parts(between separators: Set<String>) -> [SwiftReader] {
    var depth = 0
    var parts: [[String]] = [[]]
    for token in tokens {
      depth += "([{".contains(token) ? 1 : ")]}".contains(token) ? -1 : 0
      if depth == 0, separators.contains(token) {
        parts.append([])
      } else {
        parts[parts.count - 1].append(token)
      }
    }
    return parts.map { SwiftReader($0) }
  }
}

extension String {
  var isSwiftName: Bool { first.map { $0.isLetter || $0 == "_" || $0 == "`" } ?? false }
}

import Diagnostics
import Syntax

/// The tokens of the statement that the cursor stands in, without what stands around it: `explain`,
/// `trace`, `watch`, `preview`, `let … =`.
struct StatementTokens {
  /// What stands around the statement.
  enum Wrapper: Equatable {
    case explain
    case trace
    case watch
    case preview
    /// The parameters that are declared.
    case save(parameters: [String])
    /// `export`, with the bracket before the query if there is one.
    case export(isInBrackets: Bool)
  }

  private(set) var tokens: [Token]
  private(set) var wrapper: Wrapper?
  /// Whether `run` stood behind `explain`.
  private(set) var runs = false
  /// Where the statement begins, with what stands around it; nil if nothing is written of it.
  let start: Int?

  init(_ source: SourceText) {
    tokens = Self.all(source)
    start = tokens.first?.span.lowerBound
    if tokens.first?.keyword == .explain {
      wrapper = .explain
      tokens.removeFirst()
      runs = tokens.first?.keyword == .run
      if runs { tokens.removeFirst() }
    }
    switch tokens.first?.keyword {
    case .trace:
      wrapper = .trace
      tokens.removeFirst()
    case .watch: unwrapWatched()
    case .preview:
      wrapper = .preview
      tokens.removeFirst()
    case .let: unwrapQuery(source)
    case .export: unwrapExported()
    default: break
    }
  }

  mutating func removeLast() { tokens.removeLast() }

  private static func all(_ source: SourceText) -> [Token] {
    let text = TextTokens(source)
    var tokens: [Token] = []
    let start = text.commands.last?.upperBound ?? 0
    for token in text.tokens where token.span.lowerBound >= start {
      if token.kind == .comment, token.span.upperBound < source.bytes.count { continue }
      if token.beginsStatement { tokens = [] }
      if token.symbol == .semicolon { tokens = [] } else { tokens.append(token) }
    }
    return tokens
  }

  /// Leaves out `watch`, and `for 10 seconds` if the query has begun behind it.
  private mutating func unwrapWatched() {
    let query = tokens.firstIndex { $0.keyword == .fetch || $0.keyword == .count }
    let isTimed = tokens.count > 1 && tokens[1].keyword == .for
    if isTimed, query == nil { return }
    wrapper = .watch
    tokens.removeFirst(isTimed ? query ?? 1 : 1)
  }

  /// Leaves out `export` and `export (`, while the query behind is written.
  private mutating func unwrapExported() {
    guard tokens.count > 1 else { return }
    let isInBrackets = tokens[1].symbol == .leftParenthesis
    guard isInBrackets || [.fetch, .count].contains(tokens[1].keyword) else { return }
    var depth = 0
    for token in tokens.dropFirst() {
      depth += token.nesting
      if depth == 0, isInBrackets || token.keyword == .to { return }
    }
    wrapper = .export(isInBrackets: isInBrackets)
    tokens.removeFirst(isInBrackets ? 2 : 1)
  }

  /// Leaves out `let recent(days: Int = 7) =`, if it is whole.
  private mutating func unwrapQuery(_ source: SourceText) {
    var depth = 0
    var parameters: [String] = []
    for (index, token) in tokens.enumerated() {
      depth += token.nesting
      if depth == 1, token.symbol == .colon, index > 0 {
        parameters.append(source.text(in: tokens[index - 1].span))
      }
      if depth == 0, token.symbol == .assign {
        wrapper = .save(parameters: parameters)
        tokens.removeFirst(index + 1)
        return
      }
    }
  }
}

extension Token {
  /// Whether the token begins a line with a statement's keyword.
  fileprivate var beginsStatement: Bool {
    lineBreak != .none && keyword?.roles.contains(.statement) == true
  }
}

import Diagnostics
import Model
import Session
import Syntax

/// Determines the color of each character in a block: keywords, literals, known and unknown names,
/// unclosed brackets and quotes.
struct Highlighter {
  let names: CompletionNames
  let check: ContinuationCheck

  /// Statements that may introduce names unknown so far.
  private static let declaring: Set<Keyword> = [
    .model, .enum, .struct, .extend, .relate, .import, .let, .use, .copy, .undo, .redo, .rollback,
  ]

  /// One role for each Unicode scalar of `text`. `cursor` is the number of scalars before the
  /// cursor.
  func roles(of text: String, cursor: Int) -> [TextRole] {
    let source = SourceText(name: "", text: text)
    let read = TextTokens(source)
    var roles = [TextRole](repeating: .plain, count: source.bytes.count)
    for command in read.commands { color(command, in: source, &roles) }
    let uses = WordUses(read.tokens).uses
    for (token, use) in zip(read.tokens, uses) { set(role(of: token, use), token.span, &roles) }
    for span in BracketPairs(read.tokens).unpaired { set(.error, span, &roles) }
    let place = text.unicodeScalars.prefix(cursor).reduce(0) { $0 + UTF8.width($1) }
    for fault in faults(text, read, place, source) { set(.error, fault, &roles) }
    return perScalar(roles, text)
  }

  private func perScalar(_ roles: [TextRole], _ text: String) -> [TextRole] {
    var offset = 0
    return text.unicodeScalars.map { scalar in
      defer { offset += UTF8.width(scalar) }
      return offset < roles.count ? roles[offset] : .plain
    }
  }

  private func set(_ role: TextRole, _ span: SourceSpan, _ roles: inout [TextRole]) {
    let range = (span.lowerBound..<max(span.lowerBound, span.upperBound))
    for offset in range.clamped(to: roles.indices) { roles[offset] = role }
  }

  private func role(of token: Token, _ use: WordUses.Use) -> TextRole {
    switch use {
    case .keyword: return .keyword
    case .entity: return .entity
    case .name: return .attribute
    case .function: return .heading
    case .other: break
    }
    switch token.kind {
    case .string: return .string
    case .integer, .number, .date: return .number
    case .parameter: return .attribute
    case .comment: return .dim
    case .invalid: return .error
    case .word, .quotedName, .symbol, .end: return .plain
    }
  }

  /// Colors a command's name, which may be abbreviated.
  private func color(_ line: SourceSpan, in source: SourceText, _ roles: inout [TextRole]) {
    let text = source.text(in: line)
    let name = text.dropFirst().prefix { !$0.isWhitespace }
    let end = line.lowerBound + 1 + name.utf8.count
    let isKnown = !DotCommand.matches(String(name)).isEmpty
    set(isKnown ? .keyword : .error, SourceSpan(line.lowerBound, end), &roles)
  }

  /// Errors in the last statement that no further text can fix, except for the word being typed.
  private func faults(
    _ text: String,
    _ read: TextTokens,
    _ cursor: Int,
    _ source: SourceText
  ) -> [SourceSpan] {
    let start = StatementTokens(source).start ?? 0
    let isClear = !read.tokens.contains { token in
      token.span.lowerBound < start && token.keyword.map(Self.declaring.contains) ?? false
    }
    guard isClear else { return [] }
    let faults = check.faults(in: text)
    guard faults.contains(where: { $0.upperBound == cursor }) else { return faults }
    let written = Completer(names: names, isFuzzy: false).languageCompletion(
      source.text(in: SourceSpan(0, cursor))
    )
    return written.candidates.isEmpty ? faults : faults.filter { $0.upperBound != cursor }
  }
}

/// Finds unmatched brackets.
private struct BracketPairs {
  private(set) var unpaired: [SourceSpan] = []
  private var open: [Token] = []

  init(_ tokens: [Token]) {
    for token in tokens {
      if token.symbol == .semicolon { recover() }
      if token.symbol?.closing != nil { open.append(token) }
      if token.symbol?.isClosing == true { close(token) }
    }
    recover()
  }

  private mutating func close(_ token: Token) {
    if open.last?.symbol?.closing == token.symbol {
      open.removeLast()
    } else {
      unpaired.append(token.span)
    }
  }

  private mutating func recover() {
    unpaired += open.map(\.span)
    open = []
  }
}

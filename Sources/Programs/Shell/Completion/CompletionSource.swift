import Model
import Syntax

/// The source of a statement: an entity, or a saved query with its arguments.
struct CompletionSource {
  private let reader: TokenReader
  private let names: CompletionNames
  /// The index of the first name; nil if there is none.
  private let start: Int?
  private let asksQueries: Bool
  private let asksChange: Bool

  init(_ reader: TokenReader, _ statement: Keyword?, _ names: CompletionNames) {
    self.reader = reader
    self.names = names
    asksChange = statement == .do
    asksQueries = statement == .fetch || statement == .count || asksChange
    if statement == .import {
      let into = reader.tokens.firstIndex { $0.keyword == .into }
      start = into.flatMap { $0 + 1 < reader.tokens.count ? $0 + 1 : nil }
      return
    }
    let isAbout = statement != nil && ![.model, .enum, .struct].contains(statement)
    start =
      isAbout
      ? reader.tokens.indices.dropFirst().first {
        reader.tokens[$0].keyword != .only && reader.tokens[$0].keyword != .all
      } : nil
  }

  /// Whether the source is a saved query of an entity: `Budget.overspent`.
  private var isQualified: Bool {
    guard let start, reader.tokens.count > start + 1 else { return false }
    return reader.tokens[start + 1].isDot
  }

  private var query: CompletionNames.Query? {
    guard asksQueries, let start else { return nil }
    guard isQualified else { return names.query(reader.name(start), of: nil) }
    guard reader.tokens.count > start + 2 else { return nil }
    let owner = names.entity(reader.name(start))?.name
    return owner.flatMap { names.query(reader.name(start + 2), of: $0) }
  }

  /// The query in parentheses that is the source.
  var rows: CompletionRows? {
    guard asksQueries, let start else { return nil }
    return CompletionRows(reader, at: start, names)
  }

  /// The entity whose attributes the clauses can use.
  var entity: Entity? {
    if let query { return query.result }
    if let rows { return rows.entity }
    return start.map(reader.name).flatMap(names.entity)
  }

  /// The expected text if the cursor is in the source; otherwise nil.
  var expectation: CompletionContext.Expectation? {
    guard asksQueries, let start else { return nil }
    let tokens = reader.tokens
    if isQualified, tokens.count == start + 2 {
      return names.entity(reader.name(start)).map {
        asksChange ? .change(of: $0.name) : .savedQuery(of: $0.name)
      } ?? .nothing
    }
    let open = start + (isQualified ? 3 : 1)
    guard tokens.count > open, tokens[open].symbol == .leftParenthesis, isOpen(from: open) else {
      return nil
    }
    switch tokens.last?.symbol {
    case .leftParenthesis, .comma: return .argument(query?.parameters ?? [])
    case .colon: return .constant
    default: return .nothing
    }
  }

  /// Whether the bracket at `index` is unclosed.
  private func isOpen(from index: Int) -> Bool {
    var depth = 0
    for token in reader.tokens[index...] {
      depth += token.nesting
      if depth == 0 { return false }
    }
    return true
  }
}

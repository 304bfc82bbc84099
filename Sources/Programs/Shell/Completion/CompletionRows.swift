import Model
import Syntax

/// The query in parentheses that is the source of another one: `fetch (fetch User select city) …`.
struct CompletionRows {
  /// The index after the closing parenthesis.
  let end: Int
  /// The named columns, or the model of the records; nil if they are unknown.
  let entity: Entity?

  /// The name of entities with columns, which no model has.
  private static let name = "(fetch)"

  /// Reads the query whose parenthesis is token `start`; nil if it is another source.
  init?(_ reader: TokenReader, at start: Int, _ names: CompletionNames) {
    let tokens = reader.tokens
    guard start + 1 < tokens.count, tokens[start].symbol == .leftParenthesis,
      tokens[start + 1].keyword == .fetch
    else { return nil }
    var depth = 0
    let close = tokens.indices.dropFirst(start).first { index in
      depth += tokens[index].nesting
      return depth == 0
    }
    guard let close else { return nil }
    end = close + 1
    let inner = TokenReader(tokens: Array(tokens[start + 1..<close]), source: reader.source)
    let source = CompletionSource(inner, .fetch, names).entity
    entity = Self.result(of: inner, source)
  }

  /// The columns of a query; its source without `select`.
  private static func result(of reader: TokenReader, _ source: Entity?) -> Entity? {
    let uses = WordUses(reader.tokens).uses
    var items: [[Int]]?
    var isGrouped = false
    var isSelecting = false
    var depth = 0
    for (index, token) in reader.tokens.enumerated() {
      let keyword = uses[index] == .keyword ? token.keyword : nil
      if depth == 0, keyword == .distinct { continue }
      if depth == 0, let keyword, keyword.roles.contains(.clause) {
        isSelecting = keyword == .select
        if isSelecting { items = [[]] }
        if keyword == .group { isGrouped = true }
      } else if isSelecting, depth == 0, token.symbol == .comma {
        items?.append([])
      } else if isSelecting, let last = items?.indices.last {
        items?[last].append(index)
      }
      depth += token.nesting
    }
    guard let items else { return isGrouped ? nil : source }
    let properties = items.flatMap { columns($0, reader, uses, source) }
    return properties.isEmpty ? nil : Entity(name: name, properties: properties)
  }

  /// The columns of a selected value. Those without a name are omitted.
  private static func columns(
    _ item: [Int],
    _ reader: TokenReader,
    _ uses: [WordUses.Use],
    _ source: Entity?
  ) -> [Property] {
    guard let first = item.first else { return [] }
    if item.count == 1, reader.tokens[first].symbol == .star {
      return (source?.properties ?? []).filter { property in
        if case .relationship = property { false } else { true }
      }
    }
    let selected = source?.property(reader.name(first))
    if item.count == 1 { return selected.map { [$0] } ?? [] }
    let naming = item.count - 2
    guard naming > 0, uses[item[naming]] == .keyword, reader.tokens[item[naming]].keyword == .as
    else { return [] }
    let name = reader.name(item[naming + 1])
    // The types of expressions are unknown.
    let type = naming == 1 ? selected?.valueType : nil
    return [.attribute(Attribute(name: name, type: type ?? .null))]
  }
}

import Diagnostics
import Expressions
import Syntax

/// The selected values without aggregates, which the statement could be grouped by.
struct SelectedTexts {
  /// The source text of the items without aggregates; empty if no aggregate is selected.
  let plain: [String]

  /// A selected value without its alias.
  private struct Item {
    var span: SourceSpan
    var isAggregate: Bool
  }

  init(_ reader: TokenReader, _ uses: [WordUses.Use]) {
    let items = Self.items(reader, uses)
    let isMixed = items.contains(where: \.isAggregate)
    plain = isMixed ? items.filter { !$0.isAggregate }.map { reader.source.text(in: $0.span) } : []
  }

  private static func items(_ reader: TokenReader, _ uses: [WordUses.Use]) -> [Item] {
    var items: [Item] = []
    var depth = 0
    var isSelecting = false
    var isBegun = false
    var isNamed = false
    for (token, use) in zip(reader.tokens, uses) {
      if depth == 0, use == .keyword, token.keyword?.roles.contains(.clause) == true {
        isSelecting = token.keyword == .select || isSelecting && token.keyword == .distinct
        (isBegun, isNamed) = (false, false)
      } else if depth == 0, token.symbol == .comma {
        (isBegun, isNamed) = (false, false)
      } else if depth == 0, use == .keyword, token.keyword == .as {
        isNamed = true
      } else if isSelecting, !isNamed {
        let isAggregate =
          use == .function && AggregateDeclaration.named(reader.source.text(in: token.span)) != nil
        add(token.span, isAggregate, isBegun, to: &items)
        isBegun = true
      }
      depth += token.nesting
    }
    return items
  }

  private static func add(
    _ span: SourceSpan,
    _ isAggregate: Bool,
    _ isBegun: Bool,
    to items: inout [Item]
  ) {
    guard isBegun, let last = items.last else {
      return items.append(Item(span: span, isAggregate: isAggregate))
    }
    items[items.count - 1] = Item(
      span: last.span.joined(with: span),
      isAggregate: last.isAggregate || isAggregate
    )
  }
}

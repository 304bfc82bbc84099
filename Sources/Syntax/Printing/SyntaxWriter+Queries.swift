extension SyntaxWriter {
  mutating func query(_ query: QuerySyntax) {
    entityName(query.entity)
    if let alias = query.alias { self.alias(alias) }
    clause(.where, query.predicate)
    if let selection = query.selection { select(selection) }
    if !query.sort.isEmpty { sort(query.sort) }
    clause(.offset, query.offset)
    clause(.limit, query.limit)
  }

  private mutating func clause(_ keyword: Keyword, _ expression: ExpressionSyntax?) {
    guard let expression else { return }
    spaced(keyword.rawValue)
    self.expression(expression)
  }

  private mutating func alias(_ name: NameSyntax) {
    spaced(Keyword.as.rawValue)
    self.name(name)
  }

  private mutating func select(_ selection: SelectClause) {
    spaced(Keyword.select.rawValue)
    list(selection.items) { $0.selectItem($1) }
  }

  private mutating func selectItem(_ item: SelectItem) {
    switch item {
    case .all:
      write(.star)
    case .expression(let expression, let alias):
      self.expression(expression)
      if let alias { self.alias(alias) }
    }
  }

  private mutating func sort(_ keys: [SortKeySyntax]) {
    spaced(Keyword.sort.rawValue)
    list(keys) { $0.sortKey($1) }
  }

  private mutating func sortKey(_ key: SortKeySyntax) {
    expression(key.expression)
    if key.isDescending { write(" \(Keyword.desc.rawValue)") }
    if let placement = key.nullPlacement {
      write(" \(Keyword.nulls.rawValue) \(placement.rawValue)")
    }
    if let (order, _) = key.order { write(" \(Keyword.using.rawValue) \(order.rawValue)") }
  }
}

import Diagnostics

extension SyntaxWriter {
  /// - Parameter quotesClauses: Whether to quote names that could continue an enclosing statement.
  ///   Those after `fetch` in parentheses would turn `fetch` into a name.
  mutating func query(
    _ query: QuerySyntax,
    quotesClauses: Bool = false,
    isSource: Bool = false
  ) {
    if query.isParameter {
      write("$\(query.entity.text)")
    } else if let source = query.source {
      write(.leftParenthesis)
      word(Keyword.fetch)
      unbroken { $0.query(source.query, isSource: true) }
      write(.rightParenthesis)
    } else if query.only != nil {
      only(query.entity)
    } else if isSource {
      nameAfterKeyword(query.entity)
    } else if quotesClauses, Keyword(spelling: query.entity.text)?.canFollowExported == true {
      write(QuotedText.quoted(query.entity.text, by: "`"))
    } else {
      entityName(query.entity)
    }
    if let name = query.savedQuery { dotted(name) }
    if let arguments = query.arguments { self.arguments(arguments) }
    if let alias = query.alias { self.alias(alias) }
    if let moment = query.moment { past(moment) }
    clause(.where, query.predicate)
    if let sample = query.sample { self.sample(sample) }
    if !query.groupKeys.isEmpty { group(query) }
    clause(.having, query.groupPredicate)
    if let selection = query.selection { select(selection) }
    if query.distinct != nil { beginClause(.distinct) }
    if !query.sort.isEmpty { sort(query.sort) }
    clause(.offset, query.offset)
    clause(.limit, query.limit)
    if !query.limitKeys.isEmpty {
      spaced(Keyword.per.rawValue)
      unbroken { writer in writer.list(query.limitKeys) { $0.expression($1) } }
    }
    if let chart = query.chart { self.chart(chart) }
  }

  /// Quotes a name that would turn `only` into a name.
  private mutating func only(_ entity: NameSyntax) {
    word(Keyword.only)
    nameAfterKeyword(entity)
  }

  private mutating func nameAfterKeyword(_ entity: NameSyntax) {
    let roles = Keyword(spelling: entity.text)?.roles ?? []
    if roles.isDisjoint(with: [.operator, .clause, .naming]) {
      entityName(entity)
    } else {
      write(QuotedText.quoted(entity.text, by: "`"))
    }
  }

  private mutating func arguments(_ arguments: QueryArguments) {
    write(.leftParenthesis)
    list(arguments.arguments) { writer, argument in
      writer.name(argument.name)
      writer.write(": ")
      writer.expression(argument.value)
    }
    write(.rightParenthesis)
  }

  private mutating func past(_ moment: MomentSyntax) {
    spaced(Clause.moment.rawValue)
    unbroken { $0.moment(moment) }
  }

  private mutating func sample(_ sample: SampleClause) {
    beginClause(.sample, then: " ")
    unbroken { $0.expression(sample.amount, OperatorTable.precedence(of: .path)) }
    if sample.isPercentage { write(.percent) }
  }

  mutating func window(_ call: ExpressionSyntax, _ window: WindowSyntax) {
    expression(call)
    spaced(Keyword.over.rawValue)
    write(.leftParenthesis)
    var separator = ""
    if !window.groupKeys.isEmpty {
      write("\(Keyword.group.rawValue) \(Keyword.by.rawValue) ")
      list(window.groupKeys) { $0.expression($1) }
      separator = " "
    }
    if !window.sort.isEmpty {
      write("\(separator)\(Keyword.sort.rawValue) ")
      list(window.sort) { $0.sortKey($1) }
      separator = " "
    }
    if let frame = window.frame {
      write(separator + (frame.countsRows ? Keyword.rows : Keyword.range).rawValue)
      bound(frame.before, .before)
      bound(frame.after, .after)
    }
    write(.rightParenthesis)
  }

  private mutating func bound(_ bound: FrameSyntax.Bound?, _ side: Keyword) {
    guard let bound else { return }
    write(" ")
    if let amount = bound.amount {
      var writer = SyntaxWriter()
      writer.expression(amount, OperatorTable.comparison + 1)
      var lexer = Lexer(SourceText(name: "", text: writer.output))
      // `all days before` would be all rows.
      write(lexer.next().keyword == .all ? "(\(writer.output))" : writer.output)
    } else {
      write(Keyword.all)
    }
    write(" ")
    write(side)
  }

  private mutating func group(_ query: QuerySyntax) {
    beginClause(.group)
    spaced(Keyword.by.rawValue)
    unbroken { writer in writer.list(query.groupKeys) { $0.expression($1) } }
    if let pivot = query.pivot {
      spaced(Keyword.pivot.rawValue)
      unbroken { $0.expression(pivot) }
    }
    if query.totals != nil { write(" \(Keyword.with.rawValue) \(Keyword.totals.rawValue)") }
  }

  private mutating func clause(_ keyword: Keyword, _ expression: ExpressionSyntax?) {
    guard let expression else { return }
    beginClause(keyword, then: " ")
    unbroken { $0.expression(expression) }
  }

  private mutating func alias(_ name: NameSyntax) {
    spaced(Keyword.as.rawValue)
    if Keyword(spelling: name.text) == .of {
      write(QuotedText.quoted(name.text, by: "`"))
    } else {
      self.name(name)
    }
  }

  private mutating func select(_ selection: SelectClause) {
    beginClause(.select, then: " ")
    unbroken { writer in writer.list(selection.items) { $0.selectItem($1) } }
  }

  mutating func selectItem(_ item: SelectItem) {
    switch item {
    case .all:
      write(.star)
    case .expression(let expression, let alias):
      self.expression(expression)
      if let alias { self.alias(alias) }
    case .shape(let shape, let alias):
      self.shape(shape)
      if let alias { self.alias(alias) }
    }
  }

  private mutating func shape(_ shape: ShapeSyntax) {
    expression(shape.path)
    write(" { ")
    list(shape.items) { $0.selectItem($1) }
    clause(.where, shape.predicate)
    if !shape.sort.isEmpty { sort(shape.sort) }
    clause(.offset, shape.offset)
    clause(.limit, shape.limit)
    write(" }")
  }

  private mutating func chart(_ chart: ChartClause) {
    beginClause(.chart)
    write(" \(chart.kind.rawValue)")
    for (index, column) in chart.columns.enumerated() {
      write(index == 0 ? " " : ", ")
      if index == 0, !chart.isFirstColumnClear { firstColumn(column) } else { expression(column) }
    }
    if let bins = chart.bins {
      spaced(Keyword.bins.rawValue)
      unbroken { $0.expression(bins) }
    }
    if let path = chart.path {
      spaced(Keyword.to.rawValue)
      text(path)
    }
  }

  /// A column right after the kind of a chart, where more words are keywords.
  private mutating func firstColumn(_ column: ExpressionSyntax) {
    switch column.kind {
    case .member(let base, let name):
      firstColumn(base)
      dotted(name)
    case .name(let name) where Keyword(spelling: name.text)?.endsChartKind ?? false:
      write(QuotedText.quoted(name.text, by: "`"))
    default: expression(column)
    }
  }

  private mutating func sort(_ keys: [SortKeySyntax]) {
    beginClause(.sort, then: " ")
    unbroken { writer in writer.list(keys) { $0.sortKey($1) } }
  }

  mutating func sortKey(_ key: SortKeySyntax) {
    expression(key.expression)
    if let direction = key.direction {
      write(" $\(direction.text)")
    } else if key.isDescending {
      write(" \(Keyword.desc.rawValue)")
    }
    if let placement = key.nullPlacement {
      write(" \(Keyword.nulls.rawValue) \(placement.rawValue)")
    }
    if let (order, _) = key.order { write(" \(Keyword.using.rawValue) \(order.rawValue)") }
  }
}

extension ChartClause {
  /// Whether the comma after the first column shows that it is one, even if it is a clause keyword.
  fileprivate var isFirstColumnClear: Bool { columns.count > 1 && columns[0].isName }
}

extension ExpressionSyntax {
  fileprivate var isName: Bool { if case .name = kind { true } else { false } }
}
